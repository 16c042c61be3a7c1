import BehaviorLedger

/// What came of one mutant in one test.
package enum MutantTrial: Hashable, Sendable {
  /// The test fails with it.
  case killed(Cause)

  /// The test passes, although the outcome did not come about.
  case survived

  /// The outcome did not come about, and the states are equal all the same.
  case unnoticeable

  /// The field cannot be put back, because no code can assign it.
  case unwritable

  /// The test ran, and what the mutant is about did not happen in it.
  case notReached

  /// The run said nothing of the test, each time that it was tried.
  case noOutcome

  /// How a test fails.
  package enum Cause: String, Hashable, Sendable, Codable {
    case failure

    /// Its process goes down with it.
    case crash

    /// It does not come to its end.
    case hang
  }
}

extension MutantTrial {
  package var isKill: Bool {
    if case .killed = self { true } else { false }
  }
}

/// What all tests together say of a mutant.
package enum MutantVerdict: String, CaseIterable, Hashable, Sendable, Codable {
  /// Some test fails with it.
  case killed

  /// Every test that exercises the behavior passes without it.
  case survived

  /// The field cannot be put back, so nothing is known.
  case untested

  /// No test can notice: wherever it was tried, the states are equal all the same.
  case equivalent

  /// No test came to it again.
  case notReached

  /// Some test has not said yet, or could not say.
  case undecided
}

extension MutantVerdict {
  /// The verdict on what the tests that exercise a behavior say; `nil` stands for one that was not asked.
  package init(_ trials: some Sequence<MutantTrial?>) {
    let trials = Set(trials)
    self =
      if trials.contains(where: { $0?.isKill == true }) {
        .killed
      } else if trials.contains(nil) || trials.contains(.noOutcome) || trials.isEmpty {
        .undecided
      } else if trials.contains(.survived) {
        .survived
      } else if trials.contains(.unwritable) {
        .untested
      } else if trials.contains(.unnoticeable) {
        .equivalent
      } else {
        .notReached
      }
  }
}
