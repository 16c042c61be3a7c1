import TestEvents

/// The summary of `focus mutate --write-tests`.
package struct SurvivorSummary: Sendable {
  private let testCount: Int
  private let unwritten: [(subject: MutantSubject, reasons: [String])]
  private let output: String
  private let isOfSource: Bool

  /// So many tests that led to none are named.
  private static let reasonLimit = 3

  package init(
    testCount: Int, unwritten: [(subject: MutantSubject, reasons: [String])], output: String,
    isOfSource: Bool = false
  ) {
    self.testCount = testCount
    self.unwritten = unwritten
    self.output = output
    self.isOfSource = isOfSource
  }

  package var text: String {
    if testCount == 0, unwritten.isEmpty { return "No mutant survived, so no test was written." }
    let proof = testCount == 1 ? "it passes, and fails" : "each passes, and fails"
    let fault = isOfSource ? "its mutant on" : "its behavior off"
    let written =
      testCount == 0
      ? "No test was written."
      : "The diff in \(output) adds \(count(testCount, "test")): \(proof) with \(fault)."
    guard !unwritten.isEmpty else { return written }
    return
      ([written, "\(unwritten.count) could not be written:"]
      + unwritten.flatMap { subject, reasons in
        ["  \(subject.description.oneLine)"]
          + reasons.prefix(Self.reasonLimit).map { "    " + $0.oneLine }
      }).joined(separator: "\n")
  }
}
