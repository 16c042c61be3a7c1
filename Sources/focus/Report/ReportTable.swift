import TestEvents

/// The report as text: a table of the features, with the behaviors below it.
package struct ReportTable {
  private let report: BehaviorReport
  private let listsAll: Bool
  private let style: TextStyle

  /// The maximum width of the table in columns.
  package static let width = 80

  /// The maximum number of tests that are listed per behavior.
  private static let testLimit = 3

  /// The maximum number of behaviors that are listed per protection, unless all are requested.
  private static let behaviorLimit = 100

  /// - Parameter listsAll: Whether the list below the table includes asserted behaviors.
  package init(_ report: BehaviorReport, listsAll: Bool = false, style: TextStyle) {
    self.report = report
    self.listsAll = listsAll
    self.style = style
  }

  package var text: String {
    var lines = report.table(showsVerdicts: report.hasEvidence).lines(style)
    lines += list(
      report.entries.filter { $0.protection == .asserted && $0.evidence?.verdict == .survived },
      title: "Asserted, and yet no test fails without it", color: .red)
    for section in report.missing.sections + [report.vacuousAssertions.section] {
      let text = section.text(
        style, limit: listsAll ? .max : Self.behaviorLimit, rest: "--all lists them")
      if !text.isEmpty { lines += [""] + text }
    }
    lines += list(.unasserted, title: "Unasserted", color: .red)
    lines += list(.read, title: "Read, not asserted", color: .yellow)
    if listsAll {
      lines += list(.asserted, title: "Asserted", color: .green)
      let idle = report.entries.filter { !$0.counts }
      lines += list(idle, title: "Actions that nothing came of (not counted)", color: .dim)
    }
    return lines.joined(separator: "\n")
  }
}

// MARK: - List

extension ReportTable {
  private func list(
    _ protection: BehaviorReport.Protection, title: String, color: TextStyle.Color
  ) -> [String] {
    let entries = report.entries.filter { $0.counts && $0.protection == protection }
    return list(entries, title: title, color: color)
  }

  private func list(
    _ entries: [BehaviorReport.Entry], title: String, color: TextStyle.Color
  ) -> [String] {
    if entries.isEmpty { return [] }
    return ["", style(color, "\(title): \(entries.count)")]
      + entries.lines(
        limit: listsAll ? .max : Self.behaviorLimit, rest: "; --all lists them"
      ) { Self.lines(of: [$0], showsEvidence: report.hasEvidence) }
  }

  /// The behaviors, each with its tests below it.
  package static func lines(
    of entries: [BehaviorReport.Entry], showsEvidence: Bool = false
  ) -> [String] {
    entries.flatMap { entry in
      let evidence = showsEvidence && entry.counts ? " (\(entry.evidenceName))" : ""
      let name = entry.behavior.description.oneLine.truncated(to: width - 2 - evidence.count)
      var lines = ["  " + name + evidence]
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
