import BehaviorLedger
import Foundation

/// What is known of each mutant after a session: what `focus mutate --json` prints, and
/// `focus report --evidence` reads. The article FileFormats has it.
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

  /// The tests that rounds waited for.
  package var slowTests: [SlowTest] = []

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
    package var result: MutantTrial
    package var code: MutantCode?

    /// Why the test could not be judged, as a sentence; `nil` if it was, or was not asked.
    package var reason: String?
  }

  /// How many mutants there are of each verdict.
  package struct Counts: Hashable, Sendable {
    private var numbers: [MutantVerdict: Int] = [:]
    private var open = 0

    package init(_ mutants: some Sequence<Mutant>) {
      for mutant in mutants {
        numbers[mutant.verdict, default: 0] += 1
        if mutant.verdict == .notTried, mutant.tests.contains(where: { $0.result == .survived }) {
          open += 1
        }
      }
    }
  }
}

extension MutantEvidence {
  package var counts: Counts { Counts(mutants) }
}

/// A test that takes long, and the rounds that it took part in.
package struct SlowTest: Hashable, Sendable, Codable {
  package var name: String
  package var seconds: Double
  package var rounds: Int

  package init(name: String, seconds: Double, rounds: Int) {
    self.name = name
    self.seconds = (seconds * 10).rounded() / 10
    self.rounds = rounds
  }
}

extension MutantEvidence.Counts {
  package subscript(verdict: MutantVerdict) -> Int { numbers[verdict] ?? 0 }

  package var all: Int { numbers.values.reduce(0, +) }

  /// The mutants of which it is known whether a test notices.
  package var judged: Int { self[.killed] + self[.survived] }

  /// The same, and those of which tests have passed by the time that the work was stopped.
  package var tried: Int { judged + open }

  /// How many percent of the judged ones are killed, or `nil` if there are none.
  package var percent: Percentage? { Percentage(self[.killed], of: judged) }

  /// Whether fewer than so many percent are killed. Compared without rounding.
  ///
  /// Of no mutants none is killed, so a run that could judge none does not pass.
  package func isBelow(percent: Double) -> Bool { (self.percent?.exact ?? 0) < percent }
}
