import TestEvents

/// The result of one mutant in one test. The raw value is its name in evidence.
package enum MutantTrial: String, Hashable, Sendable, Encodable {
  /// The test fails with the mutant.
  case killed

  /// The test passes, although the outcome was suppressed.
  case survived

  /// The outcome was suppressed, but the states are equal, so no test can notice.
  case unnoticeable

  /// The field cannot be restored at one or several steps, for example, because it is a constant.
  case unwritable

  /// The test ran without the behavior that the mutant suppresses.
  case notReached

  /// No run had a result for the test.
  case noOutcome

  /// The session stopped before the trial.
  case notTried

  /// The test was left out, because it fails without a mutant, or because no framework reports it.
  case leftOut

  /// The cause of a kill.
  package enum Cause: String, Hashable, Sendable, Encodable {
    case failure

    /// The process of the test crashes.
    case crash

    /// The test does not end.
    case hang
  }

  package var isKill: Bool { self == .killed }

  /// Whether the trial shows how the test ends without the behavior.
  package var isJudgment: Bool { isKill || self == .survived || self == .unnoticeable }
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

  /// The field cannot be restored in any test.
  case untested

  /// The states are equal in each test that tried the mutant, so no test can notice.
  case equivalent

  /// The behavior did not happen again in any test.
  case notReached

  /// The session stopped before every test had tried the mutant.
  case notTried

  /// The verdict from the results of all tests that exercise a behavior.
  package init(_ trials: some Sequence<MutantTrial>) {
    let trials = Set(trials)
    self =
      if trials.contains(.killed) {
        .killed
      } else if trials.contains(.notTried) {
        .notTried
      } else if trials.isSubset(of: [.survived, .unnoticeable]), !trials.isEmpty {
        trials.contains(.survived) ? .survived : .equivalent
      } else if trials == [.unwritable] {
        .untested
      } else if trials == [.notReached] {
        .notReached
      } else {
        .undecided
      }
  }
}
