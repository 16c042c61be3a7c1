import TestEvents

/// The rows of one test, in one order or in two.
package struct ShownTest: Hashable, Sendable {
  package var name: String
  package var hasPassed: Bool
  package var timeline: Timeline
  /// The usual order and the order of ``timeline``, side by side.
  package var pair: TimelinePair?
  /// The issues that concern all orders together.
  package var messages: [String] = []

  package var outcome: String { hasPassed ? "passed" : "failed" }

  /// - Parameters:
  ///   - rows: All traced rows.
  ///   - usual: The rows of the usual order, if it ran separately.
  package init(
    name: String, hasPassed: Bool, _ rows: [TimelineRow], usual: [TimelineRow]? = nil
  ) {
    self.name = name
    self.hasPassed = hasPassed
    let runs = Self.runs(rows)
    func last(_ roles: TimelineRow.Role...) -> Timeline? {
      runs.last { $0.role.map(roles.contains) ?? false }?.timeline
    }
    let other = last(.replayed) ?? last(.failing)
    let base =
      usual.map { rows in Self.runs(rows).first { $0.role == .usual }?.timeline ?? .shown(rows) }
      ?? (other == nil ? nil : last(.passing)) ?? last(.usual)
    let tried = runs.last { $0.role == .tried && $0.hasFailure }?.timeline
    timeline =
      other ?? last(.script) ?? tried ?? runs.first { $0.role == .usual }?.timeline ?? .shown(rows)
    if let other = other ?? tried, let base {
      let pair = TimelinePair(usual: base, other: other)
      if pair.firstDifference != nil { self.pair = pair }
    }
    if runs.contains(where: { $0.role != nil }) {
      for row in runs.filter({ $0.role == nil }).flatMap(\.rows) where row.kind == .failure {
        let message = ([row.text] + row.notes).joined(separator: "\n")
        // The test framework reports the issues again, with the location appended.
        if !messages.contains(where: message.hasPrefix) { messages.append(message) }
      }
    }
  }

  private struct Run {
    var role: TimelineRow.Role?
    var rows: [TimelineRow] = []

    var timeline: Timeline { .shown(rows) }
    var hasFailure: Bool { rows.contains { $0.kind == .failure || $0.kind == .known } }
  }

  private static func runs(_ rows: [TimelineRow]) -> [Run] {
    var runs = [Run()]
    for row in rows {
      let last = runs.count - 1
      if row.kind == .run {
        runs.append(Run(role: row.role))
      } else if row.kind == .known, [.script, .tried].contains(runs[last].role) {
        // A failure that the test does not report still counts as a failure of its run.
        var row = row
        row.kind = .failure
        runs[last].rows.append(row)
      } else {
        runs[last].rows.append(row)
      }
    }
    return runs.filter { $0.role != nil || !$0.rows.isEmpty }
  }
}

extension Timeline {
  fileprivate static func shown(_ rows: [TimelineRow]) -> Timeline {
    Timeline(rows.filter { $0.kind != .run })
  }
}
