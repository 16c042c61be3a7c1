import TestEvents

extension KnownGaps {
  /// The differences between the file and a report.
  package struct Comparison: Hashable, Sendable {
    /// The unasserted behaviors that the file doesn't list.
    package var new: [BehaviorReport.Entry]

    /// The keys of the lines that no longer apply.
    package var stale: [String]
  }

  /// The line of a behavior.
  package subscript(behavior: Behavior) -> Line? {
    lines.first { $0.key == behavior.description.oneLine }
  }

  package func compare(_ report: BehaviorReport) -> Comparison {
    let open = report.unassertedKeys
    let exercised = Set(report.entries.map(\.behavior.description.oneLine))
    return Comparison(
      new: report.entries(.exercised).filter { self[$0.behavior] == nil },
      // A line with a reason can be about a mutant that survives although a test asserts its behavior.
      stale: lines.filter {
        !$0.isOfSource && !open.contains($0.key)
          && ($0.reason == nil || !exercised.contains($0.key))
      }.map(\.key))
  }

  /// The text of the file with a line for each unasserted behavior of a report, and without the lines that have no
  /// reason and are about other behaviors.
  ///
  /// - Parameter text: The present text.
  package func updating(_ text: String, for report: BehaviorReport) -> String {
    let open = report.unassertedKeys
    let stale = Set(lines.filter { $0.reason == nil && !open.contains($0.key) }.map(\.number))
    let kept = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated().filter { !stale.contains($0.offset + 1) }.map(\.element)
      .joined(separator: "\n")
    return kept + (kept.isEmpty || kept.hasSuffix("\n") ? "" : "\n")
      + open.subtracting(lines.map(\.key)).sorted().map { $0 + "\n" }.joined()
  }

  /// The text of a new file.
  package static let head = """
    # The known gaps of the tests: a behavior or a mutant per line, and optionally a reason.
    # `focus report --gaps FILE --update-gaps` adds lines, and removes lines without a reason.

    """
}

extension BehaviorReport {
  fileprivate var unassertedKeys: Set<String> {
    Set(entries(.exercised).map(\.behavior.description.oneLine))
  }
}
