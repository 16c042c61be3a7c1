import BehaviorLedger

/// What `focus mutate --write-tests` says at its end.
package struct SurvivorSummary: Sendable {
  private let testCount: Int
  private let unwritten: [(behavior: Behavior, reasons: [String])]
  private let output: String

  /// So many tests that led to none are named.
  private static let reasonLimit = 3

  package init(
    testCount: Int, unwritten: [(behavior: Behavior, reasons: [String])], output: String
  ) {
    self.testCount = testCount
    self.unwritten = unwritten
    self.output = output
  }

  package var text: String {
    if testCount == 0, unwritten.isEmpty { return "No mutant survived, so no test was written." }
    let proof = testCount == 1 ? "it passes, and fails" : "each passes, and fails"
    let written =
      testCount == 0
      ? "No test was written."
      : "\(count(testCount, "test")) written to \(output): \(proof) with its behavior off."
    guard !unwritten.isEmpty else { return written }
    return
      ([written, "\(unwritten.count) could not be written:"]
      + unwritten.flatMap { behavior, reasons in
        ["  \(behavior.description.oneLine)"]
          + reasons.prefix(Self.reasonLimit).map { "    " + $0.oneLine }
      }).joined(separator: "\n")
  }
}
