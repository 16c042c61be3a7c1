import TestEvents

/// One mutant in one test, and the result.
package struct MutantTrial: Hashable, Sendable {
  package let mutant: MutantSubject
  package let test: LedgerTest

  /// The test's highest coverage level for the behavior. For a source mutant, it is `exercised`.
  package let level: Behavior.Mark
  package var result: Result

  /// Code that would make the test kill the mutant.
  package var code: MutantCode?

  /// The reason why the test could not be judged, as a sentence; `nil` if it was judged or not tried.
  package var reason: String?

  package init(
    of mutant: MutantSubject, in test: LedgerTest, level: Behavior.Mark,
    result: Result = .notTried, code: MutantCode? = nil, reason: String? = nil
  ) {
    self.mutant = mutant
    self.test = test
    self.level = level
    self.result = result
    self.code = code
    self.reason = reason
  }

  /// The result. The raw value is its name in JSON.
  package enum Result: String, Hashable, Sendable, Encodable {
    /// The test fails with the mutant.
    case killed

    /// The test passes, although the outcome was suppressed.
    case survived

    /// The outcome was suppressed, but the states are equal, so no test can notice.
    case unnoticeable

    /// The test could not be judged, for the trial's reason.
    case notJudged

    /// The session stopped before the trial.
    case notTried

    /// The test was left out, because it fails without a mutant, or because no framework reports it.
    case leftOut
  }
}

/// The result of a mutant in all tests together.
package enum MutantVerdict: String, CaseIterable, Hashable, Sendable, Encodable {
  /// At least one test fails with the mutant.
  case killed

  /// All tests that exercise the behavior were judged, and pass without it.
  case survived

  /// The mutant survived, and the team accepts that for a reason.
  case accepted

  /// At least one test could not be judged, and no other test fails.
  case undecided

  /// The states are equal in each test that tried the mutant, so no test can notice.
  case equivalent

  /// The session stopped before every test had tried the mutant.
  case notTried

  /// The verdict from the results of all tests that exercise a behavior.
  package init(_ results: some Sequence<MutantTrial.Result>) {
    let results = Set(results)
    self =
      if results.contains(.killed) {
        .killed
      } else if results.contains(.notTried) {
        .notTried
      } else if results.isSubset(of: [.survived, .unnoticeable]), !results.isEmpty {
        results.contains(.survived) ? .survived : .equivalent
      } else {
        .undecided
      }
  }
}

extension MutantVerdict: TalliedKind {
  package static var good: Self { .killed }
  package var isJudged: Bool { self == .killed || self == .survived }
}
