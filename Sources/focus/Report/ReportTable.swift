import TestEvents

/// The report as text: a table of the features, with the behaviors below it.
package struct ReportTable {
  let report: BehaviorReport
  /// Whether the list below the table includes asserted behaviors.
  var listsAll = false
  let style: TextStyle

  /// The maximum width of a behavior's line in columns.
  private static let width = 80

  /// The maximum number of tests that are listed per behavior.
  private static let testLimit = 3

  /// The maximum number of behaviors that are listed per protection, unless all are requested.
  private static let behaviorLimit = 100

  private static let hint = "--all lists them"

  package var text: String {
    let sections =
      [report.table.lines(style)]
      + (report.missing.sections + [report.vacuousAssertions.section]).map {
        $0.text(style, limit: limit, rest: Self.hint)
      }
      + [
        list(entries(.unasserted), title: "Unasserted", color: .red),
        list(entries(.read), title: "Read, but not asserted", color: .yellow),
      ]
    let idle = report.entries.filter { !$0.counts }
    let others = [
      list(entries(.asserted), title: "Asserted", color: .green),
      list(idle, title: "Actions without an outcome (not counted)", color: .dim),
    ]
    return (sections + (listsAll ? others : [])).filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private var limit: Int { listsAll ? .max : Self.behaviorLimit }

  private func entries(_ protection: BehaviorReport.Protection) -> [BehaviorReport.Entry] {
    report.entries.filter { $0.counts && $0.protection == protection }
  }

  private func list(
    _ entries: [BehaviorReport.Entry], title: String, color: TextStyle.Color
  ) -> [String] {
    style.section(title, entries, color: color, limit: limit, rest: Self.hint) {
      Self.lines(of: [$0])
    }
  }

  /// The behaviors, each with its tests below it.
  package static func lines(of entries: [BehaviorReport.Entry]) -> [String] {
    entries.flatMap { entry in
      var lines = ["  " + entry.behavior.description.oneLine.truncated(to: width - 2)]
      if let place = entry.handledAt {
        lines.append("    handled at \(place.description.oneLine)")
      }
      return lines
        + entry.tests.lines(limit: testLimit, indent: "    ") {
          $0.test.lines(at: $0.assertedAt.first)
        }
    }
  }
}
