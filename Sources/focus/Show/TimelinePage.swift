import TestEvents

/// A test's timeline as one self-contained page: the rows of ``TimelineText``, with colored lanes. The page has no scripts
/// and loads no files.
package struct TimelinePage {
  private let test: ShownTest

  package init(_ test: ShownTest) { self.test = test }

  package var text: String {
    let outcome = test.outcome
    return """
      \(String(headOfPageTitled: "\(test.name) \(outcome)", style: PackageResources.timeline_css))
      <body>
      <h1>\(test.name.escapedForHTML) <span class="\(outcome)">\(outcome)</span></h1>
      \(banner)\(test.pair.map(table) ?? table(test.timeline))
      </body>
      </html>

      """
  }

  /// The first failure, and the issues that concern all orders.
  private var banner: String {
    let failure = test.timeline.firstFailure.map { index in
      let row = test.timeline.lines[index].row
      let location = row.location.map { "\($0.brief): " } ?? ""
      return "<p><a href=\"#first-failure\">✗ \((location + row.text).escapedForHTML)</a></p>\n"
    }
    return (failure ?? "")
      + test.messages.map { "<pre>\($0.escapedForHTML)</pre>\n" }.joined()
  }

  private func table(_ timeline: Timeline) -> String {
    if timeline.lines.isEmpty { return "<p>\(Timeline.nothingHappened)</p>" }
    let failure = timeline.firstFailure
    let rows = timeline.lines.enumerated().map { index, line in
      let lanes = (0..<timeline.laneCount).map { lane in
        lane < line.lanes.count ? line.lanes[lane].markup : "<td></td>"
      }
      return "<tr\(index == failure ? #" id="first-failure""# : "") class=\"\(line.row.kind)\">"
        + line.row.number + lanes.joined() + "<td>\(line.row.markup)</td></tr>\n"
    }
    return "<table>\n\(rows.joined())</table>"
  }

  private func table(_ pair: TimelinePair) -> String {
    let failure = pair.lines.firstIndex { $0.other?.row.kind == .failure }
    let rows = pair.lines.enumerated().map { index, line in
      let id = index == failure ? #" id="first-failure""# : ""
      let head =
        index == pair.firstDifference
        ? "<tr class=\"first\"><td colspan=\"4\">first difference</td></tr>\n" : ""
      let cells = [line.usual, line.other].map { line in
        line.map { $0.row.number + "<td>\($0.row.markup)</td>" } ?? "<th></th><td></td>"
      }
      return head
        + "<tr\(id)\(line.isDifferent ? #" class="different""# : "")>\(cells.joined())</tr>\n"
    }
    return """
      <table class="pair">
      <tr><td colspan="2">the usual order</td><td colspan="2">this order</td></tr>
      \(rows.joined())</table>
      """
  }
}

extension Timeline.Lane? {
  fileprivate var markup: String {
    guard let lane = self else { return "<td></td>" }
    return "<td class=\"lane \(lane.sign)\" style=\"--c:var(--e\(lane.effect % 6))\"></td>"
  }
}

extension TimelineRow {
  /// The cell with the line of the test.
  fileprivate var number: String {
    guard let location else { return "<th></th>" }
    return "<th title=\"\(location.brief.escapedForHTML)\">\(location.line)</th>"
  }

  fileprivate var markup: String {
    let color = effect.map { " style=\"color:var(--e\($0.id % 6))\"" } ?? ""
    let subject = subject.map { "<b\(color)>\($0.escapedForHTML)</b> " } ?? ""
    let head = subject + text.escapedForHTML
    if isIssue {
      let rest = notes.drop(while: \.isEmpty).joined(separator: "\n").escapedForHTML
      return head + (rest.isEmpty ? "" : "<pre>\(rest)</pre>")
    }
    let lines = changes.flatMap(\.texts)
    return ([head] + notes.map(\.escapedForHTML)).joined(separator: ", ")
      + (lines.isEmpty ? "" : "<pre>\(lines.joined(separator: "\n").escapedForHTML)</pre>")
  }
}
