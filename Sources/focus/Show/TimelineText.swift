import TestEvents

/// A test's timeline as lines for a terminal: one per event, beside the lanes of the effects in flight.
package struct TimelineText {
  private let test: ShownTest
  private let width: Int
  private let style: TextStyle

  package init(_ test: ShownTest, width: Int, style: TextStyle = TextStyle(isOn: false)) {
    self.test = test
    self.width = max(width, 40)
    self.style = style
  }

  /// The maximum number of changes that are shown per step. The others are counted.
  package static let changeLimit = 12

  package var text: String {
    var lines = [style(.bold, "\(test.name) \(test.outcome)"), ""]
    for message in test.messages {
      lines += message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      lines.append("")
    }
    if test.timeline.lines.isEmpty {
      lines.append(Timeline.nothingHappened)
    } else if let pair = test.pair {
      lines += self.lines(of: pair)
    } else {
      lines += test.timeline.lines.flatMap { self.lines(of: $0, width: width) }
    }
    return lines.joined(separator: "\n")
  }

  private func lines(of line: Timeline.Line, width: Int) -> [String] {
    let row = line.row
    let number = (row.location.map { "\($0.line)" } ?? "").leftPadded(to: 5)
    let head = "\(row.kind == .failure ? "✗" + number.dropFirst() : number)  \(line.lanes.text)"
    let below = String(repeating: " ", count: 7) + line.lanesBelow.text
    if row.isIssue { return colored([head + row.text] + row.notes.map { below + $0 }, row.kind) }
    // The effect and the notes are never truncated, even beside a long value.
    let room = width - head.count
    let subject = row.subject.map { $0.truncated(to: max(16, room / 2)) + " " } ?? ""
    let rest = max(16, room - subject.count)
    var lines = [head + subject + row.text.oneLine.truncated(to: rest)]
    let notes = row.notes.joined(separator: ", ")
    if !notes.isEmpty, (lines[0] + ", " + notes).count <= width {
      lines[0] += ", " + notes
    } else if !notes.isEmpty {
      lines.append(below + "  " + notes)
    }
    let changes = row.changes.prefix(Self.changeLimit).flatMap(\.texts)
    lines += changes.map { below + "  " + $0 }
    let more = row.changes.count - Self.changeLimit
    if more > 0 { lines.append(below + "  … \(more) more fields") }
    return colored(lines.map { $0.oneLine.truncated(to: width) }, row.kind)
  }

  private func colored(_ lines: [String], _ kind: TimelineRow.Kind) -> [String] {
    let color: TextStyle.Color? =
      switch kind {
      case .failure: .red
      case .clock: .bold
      case .inFlight: .yellow
      case .note, .known: .dim
      default: nil
      }
    return color.map { color in lines.map { style(color, $0) } } ?? lines
  }

  private func lines(of pair: TimelinePair) -> [String] {
    let half = (width - 3) / 2
    func cell(_ line: Timeline.Line?) -> [String] {
      guard let line else { return [] }
      return TimelineText(test, width: half).lines(of: line, width: half)
        .flatMap { $0.count > half ? $0.wrapped(to: half) : [$0] }
    }
    var lines = ["the usual order".padded(to: half) + " │ this order"]
    for (index, line) in pair.lines.enumerated() {
      if index == pair.firstDifference {
        let rule = String(repeating: "─", count: max(0, width - 20))
        lines.append(style(.red, "─ first difference \(rule)"))
      }
      let (one, two) = (cell(line.usual), cell(line.other))
      for row in 0..<max(one.count, two.count) {
        let left = (row < one.count ? one[row] : "").padded(to: half)
        let right = row < two.count ? two[row] : ""
        let text = "\(left) \(line.isDifferent ? "┃" : "│") \(right)"
        lines.append(line.isDifferent ? style(.yellow, text) : text)
      }
    }
    return lines
  }
}

extension [Timeline.Lane?] {
  fileprivate var text: String { map { ($0?.sign.rawValue ?? " ") + " " }.joined() }
}

extension TimelineRow.Change {
  /// The change as one line, or as several if the values are long.
  var texts: [String] { lines.map { ["\(field):"] + $0 } ?? ["\(field): \(old) → \(new)"] }
}
