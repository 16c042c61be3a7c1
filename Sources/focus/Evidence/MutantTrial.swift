import TestEvents

/// The result of one mutant in one test.
package enum MutantTrial: Hashable, Sendable {
  /// The test fails with it.
  case killed(Cause)

  /// The test passes, although the outcome did not come about.
  case survived

  /// The outcome did not come about, and the states are equal all the same.
  case unnoticeable

  /// The field cannot be restored, at least once: it is a constant, for example.
  case unwritable

  /// The test ran, and the mutant's behavior did not happen in it.
  case notReached

  /// No run had a result for the test.
  case noOutcome

  /// The work was stopped before.
  case notTried

  /// The test is not one to be tried: it fails without a mutant, or is not known to any framework.
  case leftOut

  /// How a test fails.
  package enum Cause: String, Hashable, Sendable, Codable {
    case failure

    /// Its process goes down with it.
    case crash

    /// It does not end.
    case hang
  }
}

extension MutantTrial {
  package var cause: Cause? { if case .killed(let cause) = self { cause } else { nil } }

  package var isKill: Bool { cause != nil }

  /// Whether the test was judged without the behavior.
  package var isJudgment: Bool { isKill || self == .survived || self == .unnoticeable }

  /// The name in evidence.
  package var name: String {
    switch self {
    case .killed: "killed"
    case .survived: "survived"
    case .unnoticeable: "unnoticeable"
    case .unwritable: "unwritable"
    case .notReached: "notReached"
    case .noOutcome: "noOutcome"
    case .notTried: "notTried"
    case .leftOut: "leftOut"
    }
  }

  /// The trial that evidence calls so. A kill without a cause is a failure.
  init?(name: String, cause: Cause?) {
    let all: [MutantTrial] = [
      .killed(cause ?? .failure), .survived, .unnoticeable, .unwritable, .notReached, .noOutcome,
      .notTried, .leftOut,
    ]
    guard let trial = all.first(where: { $0.name == name }) else { return nil }
    self = trial
  }
}

/// The result of a mutant in all tests together.
package enum MutantVerdict: String, CaseIterable, Hashable, Sendable, Codable {
  /// Some test fails with it.
  case killed

  /// Every test that exercises the behavior was judged, and passes without it.
  case survived

  /// It survived, and the team accepts that, for the mutant's reason.
  case accepted

  /// Some test could not be judged, and no other test fails.
  case undecided

  /// The field cannot be restored in any test.
  case untested

  /// No test can notice, because the states are equal in each test that tried it.
  case equivalent

  /// No test came to it again.
  case notReached

  /// The work was stopped before it was tried in each test.
  case notTried
}

extension MutantVerdict {
  /// The verdict from the results of all tests that exercise a behavior; `nil` is a test that was not tried.
  package init(_ trials: some Sequence<MutantTrial?>) {
    let trials = Set(trials)
    self =
      if trials.contains(where: { $0?.isKill == true }) {
        .killed
      } else if trials.contains(nil) {
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
