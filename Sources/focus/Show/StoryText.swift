/// A test's timeline as lines for a terminal: one per event, indented below its cause.
package struct StoryText {
  private let test: ShownTest
  private let width: Int
  private let style: TextStyle

  package init(_ test: ShownTest, width: Int, style: TextStyle = TextStyle(isOn: false)) {
    self.test = test
    self.width = max(width, 40)
    self.style = style
  }

  package var text: String {
    var lines = [style(.bold, "\(test.name) \(test.outcome)"), ""]
    for message in test.messages {
      lines += message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      lines.append("")
    }
    if test.story.rows.isEmpty {
      lines.append(TestStory.nothingHappened)
    } else if let pair = test.pair {
      lines += self.lines(of: pair)
    } else {
      lines += test.story.rows.flatMap { self.lines(of: $0, in: test.story, width: width) }
    }
    return lines.joined(separator: "\n")
  }

  private static let indentLimit = 6

  private func lines(of row: TestStory.Row, in story: TestStory, width: Int) -> [String] {
    let place = (row.place.map { "\($0.line)" } ?? "").leftPadded(to: 5)
    let indent = String(repeating: "  ", count: min(row.depth, Self.indentLimit))
    let head = "\(row.kind == .failure ? "✗" + place.dropFirst() : place)  \(indent)"
    let room = width - head.columnCount
    let subject = story.subject(of: row).map { $0.truncated(to: max(16, room / 2)) + " " } ?? ""
    let verb = row.kind == .action && !subject.isEmpty ? "sends " : ""
    let origin =
      row.kind == .start ? story.effect(of: row).flatMap { story.effects[$0].origin } : nil
    var end = row.isAsserted ? " ✓" : ""
    if let origin { end += " (\(origin))" }
    if row.isStep, story.stores.count > 1, let target = row.target {
      end += " in \(story.name(of: target))"
    }
    let space = String(repeating: " ", count: head.columnCount)
    var lines = [head + row.text] + row.notes.map { space + $0 }
    if !row.isLetter {
      // The actor and the notes are never truncated, even beside a long value.
      let rest = room - (subject + verb + end).columnCount
      lines = [head + subject + verb + row.text.oneLine.truncated(to: max(16, rest)) + end]
      let notes = row.notes.joined(separator: ", ")
      if !notes.isEmpty, (lines[0] + ", " + notes).columnCount <= width {
        lines[0] += ", " + notes
      } else if !notes.isEmpty {
        lines.append(space + "  " + notes)
      }
      lines = lines.map { $0.oneLine.truncated(to: width) }
    }
    let more = row.changes.count - TestStory.changeLimit
    lines += row.changes.prefix(TestStory.changeLimit).flatMap { change -> [String] in
      let texts =
        change.lines.map { ["\(change.field):"] + $0 }
        ?? ["\(change.field): \(change.old) → \(change.new)"]
      return texts.map { (space + "  " + $0).oneLine.truncated(to: width) }
    }
    if more > 0 { lines.append(space + "  … \(more) more fields") }
    let color: TextStyle.Color? =
      switch row.kind {
      case .failure: .red
      case .clock: .bold
      case .inFlight: .yellow
      case .repeated, .leftOut, .note, .known: .dim
      default: nil
      }
    return color.map { color in lines.map { style(color, $0) } } ?? lines
  }

  private func lines(of pair: StoryPair) -> [String] {
    let half = (width - 3) / 2
    func cell(_ index: Int?, in story: TestStory) -> [String] {
      index.map { index in
        StoryText(test, width: half).lines(of: story.rows[index], in: story, width: half)
          .flatMap { $0.columnCount > half ? $0.wrapped(to: half) : [$0] }
      } ?? []
    }
    var lines = ["the usual order".padded(to: half) + " │ this order"]
    for (index, line) in pair.lines.enumerated() {
      if index == pair.firstDifference {
        let rule = String(repeating: "─", count: max(0, width - 20))
        lines.append(style(.red, "─ first difference \(rule)"))
      }
      let (one, two) = (cell(line.usual, in: pair.usual), cell(line.other, in: pair.other))
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
