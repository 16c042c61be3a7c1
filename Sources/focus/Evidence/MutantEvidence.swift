import BehaviorLedger
import Foundation

/// What is known of each mutant after a session: what `focus mutate --json` prints, and
/// `focus report --evidence` reads.
///
/// ```json
/// {
///   "version": 1,
///   "counts": { "mutants": 2, "killed": 1, "survived": 1, "untested": 0, "equivalent": 0,
///               "notReached": 0, "undecided": 0 },
///   "isComplete": true,              // false if it was stopped before its end
///   "triesAll": false,               // whether each mutant was tried in each test
///   "rounds": 4, "seconds": 6.5,
///   "mutants": [
///     {
///       "feature": "Profile", "action": "saveTapped", "outcome": "field", "name": "isSaving",
///       "verdict": "survived",       // a key of counts
///       "tests": [
///         {
///           "name": "…", "file": "…", "line": 12,
///           "mark": "exercised",     // exercised, read, asserted
///           "result": "survived",    // killed, survived, unnoticeable, unwritable, notReached,
///                                    // noOutcome, notTried, leftOut
///           "cause": "failure",      // of killed: failure, crash, hang
///           "code": { "file": "…", "line": 14, "place": "inClosure", "lines": ["…"] }
///         }
///       ]
///     }
///   ],
///   "flakyTests": [], "unknownTests": []
/// }
/// ```
///
/// Keys may be added within a version; none is renamed or removed. Lists are sorted.
package struct MutantEvidence: Hashable, Sendable {
  package static let version = 1

  package var isComplete: Bool
  package var triesAll: Bool
  package var rounds: Int
  package var seconds: Double
  package var mutants: [Mutant]

  /// The tests that failed without a mutant, and were left out.
  package var flakyTests: [String]

  /// What exercises behaviors and is no test that can be told.
  package var unknownTests: [String]

  /// One mutant, with the tests that exercise its behavior.
  package struct Mutant: Hashable, Sendable {
    package var behavior: Behavior
    package var verdict: MutantVerdict
    package var tests: [Test]
  }

  /// One test, and what came of the mutant in it.
  package struct Test: Hashable, Sendable {
    package var test: LedgerTest
    package var mark: Behavior.Mark
    package var result: Result
    package var cause: MutantTrial.Cause?
    package var code: MutantCode?
  }

  package enum Result: String, CaseIterable, Hashable, Sendable, Codable {
    case killed, survived, unnoticeable, unwritable, notReached, noOutcome, notTried, leftOut
  }

  /// How many mutants there are of each verdict.
  package struct Counts: Hashable, Sendable {
    private var numbers: [MutantVerdict: Int]

    package init(_ mutants: some Sequence<Mutant>) {
      numbers = mutants.reduce(into: [:]) { $0[$1.verdict, default: 0] += 1 }
    }
  }
}

extension MutantEvidence {
  package var counts: Counts { Counts(mutants) }
}

extension MutantEvidence.Counts {
  package subscript(verdict: MutantVerdict) -> Int { numbers[verdict] ?? 0 }

  package var all: Int { numbers.values.reduce(0, +) }

  /// The mutants of which it is known whether a test notices.
  package var judged: Int { self[.killed] + self[.survived] }

  /// How many percent of those are killed, to a tenth and rounded down: `94.7`.
  package var precisePercent: String? {
    guard judged > 0 else { return nil }
    let tenths = self[.killed] * 1000 / judged
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// Whether fewer than so many percent are killed. Compared without rounding.
  ///
  /// Of no mutants none is killed, so a run that could judge none does not pass.
  package func isBelow(percent: Double) -> Bool {
    judged == 0 ? percent > 0 : Double(self[.killed]) * 100 < percent * Double(judged)
  }
}
