import TestEvents

/// The runs of a directory that a report counts, and the runs that it does not.
package struct CountedRuns: Hashable, Sendable {
  package let directory: String
  package let counted: [LedgerDirectory.Run]
  package let others: [LedgerDirectory.Run]

  /// The tests that only uncounted runs have.
  package let testsOfOthers: [String]

  private let areAll: Bool

  /// The maximum number of runs and tests that are listed.
  private static let limit = 3

  package init(_ directory: LedgerDirectory, ofAll areAll: Bool = false) {
    self.directory = directory.path
    self.areAll = areAll
    counted = areAll ? directory.allRuns : directory.newestRuns
    others = areAll ? [] : directory.olderRuns
    testsOfOthers = Self.tests(of: others).subtracting(Self.tests(of: counted)).sorted()
  }

  private static func tests(of runs: [LedgerDirectory.Run]) -> Set<String> {
    runs.reduce(into: []) { $0.formUnion($1.tests) }
  }

  /// A short form of the lists; empty for a directory with a single run.
  package var sentences: [String] {
    guard counted.count + others.count > 1 else { return [] }
    let runs = count(counted.count, "run")
    if areAll {
      return ["Counted in \(directory): all \(runs), each test with its last run."]
    }
    let newest =
      counted.count == 1
      ? "the newest run, started at \(counted[0].description)"
      : "\(count(counted.count, "independent run")), such as those of several machines"
    if others.isEmpty { return ["Counted in \(directory): \(newest)."] }
    let starts = others.suffix(Self.limit).reversed().map(\.start).joined(separator: ", ")
    let rest = others.count > Self.limit ? ", and \(others.count - Self.limit) more" : ""
    let older = others.count == 1 ? "an older run" : "\(others.count) older runs"
    return [
      "Counted in \(directory): \(newest).",
      "Not counted: \(older), started at \(starts)\(rest).",
    ]
  }

  /// The long form of the lists, with the runs and the tests.
  package var notes: [String] {
    var sentences = sentences
    if areAll || sentences.isEmpty { return sentences }
    // The counted tests are listed only if other runs have further tests.
    let tests = testsOfOthers.isEmpty ? [] : Self.tests(of: counted).sorted()
    let notes = list(
      counted.count > 1 ? counted.map(\.description) : tests, after: sentences.removeFirst())
    guard let notCounted = sentences.first else { return notes }
    let areOnlyThere =
      switch testsOfOthers.count {
      case 0: ""
      case 1: " 1 test is only in older runs, because it was deleted or not run again."
      case let count:
        " \(count) tests are only in older runs, because they were deleted or not run again."
      }
    return notes + list(testsOfOthers, after: notCounted + areOnlyThere)
      + ["--all-runs also counts older runs."]
  }

  private func list(_ items: [String], after sentence: String) -> [String] {
    if items.isEmpty { return [sentence] }
    return [sentence.dropLast() + ":"] + items.lines(limit: Self.limit) { ["  " + $0.oneLine] }
  }
}

extension LedgerDirectory.Run {
  fileprivate var start: String {
    run.start.isEmpty ? "an unknown time" : run.start.oneLine.truncated(to: 30)
  }

  fileprivate var description: String { "\(start), with \(count(tests.count, "test"))" }
}
