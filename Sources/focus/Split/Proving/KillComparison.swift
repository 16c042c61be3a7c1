import TestEvents

/// Compares the killed mutants of the original with those of the tests that replace it.
package struct KillComparison: Hashable, Sendable {
  /// The mutants of the original's asserted behaviors that a new test kills.
  package let kept: Set<Behavior>

  /// The mutants that only the original kills.
  package let lost: Set<Behavior>

  /// The asserted behaviors whose mutants could not be judged, for example because a field could
  /// not be restored.
  package let undecided: Set<Behavior>

  package init(kept: Set<Behavior>, lost: Set<Behavior> = [], undecided: Set<Behavior> = []) {
    self.kept = kept
    self.lost = lost
    self.undecided = undecided
  }

  /// The number of mutants of asserted behaviors that the original kills.
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
