import TestEvents

/// Which mutants of what the original asserts the tests kill that it has become.
package struct KillComparison: Hashable, Sendable {
  /// The mutants of what the original asserts that a new test kills.
  package let kept: Set<Behavior>

  /// The mutants that only the original kills.
  package let lost: Set<Behavior>

  /// The asserted behaviors whose mutants could not be judged: a field could not be put back, for example.
  package let undecided: Set<Behavior>

  package init(kept: Set<Behavior>, lost: Set<Behavior> = [], undecided: Set<Behavior> = []) {
    self.kept = kept
    self.lost = lost
    self.undecided = undecided
  }

  /// How many mutants of what the original asserts there are, as far as it notices them.
  package var count: Int { kept.count + lost.count + undecided.count }
}

extension MutantEvidence {
  /// The mutants that some test kills.
  var killed: Set<Behavior> {
    Set(mutants.filter { $0.tests.contains { $0.result.isKill } }.compactMap(\.behavior))
  }

  /// The behaviors that some test asserts and whose mutants could not be judged.
  var undecided: Set<Behavior> {
    let unclear = mutants.filter { mutant in
      mutant.tests.contains { test in
        test.mark == .asserted && !test.result.isJudgment
      }
    }
    return Set(unclear.compactMap(\.behavior)).subtracting(killed)
  }
}
