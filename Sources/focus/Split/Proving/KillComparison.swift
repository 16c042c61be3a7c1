import BehaviorLedger

/// Which mutants the original test kills, and which the tests that it has become.
package struct KillComparison: Hashable, Sendable {
  /// The mutants that the original kills.
  package let before: Set<Behavior>

  /// For each mutant how many of the new tests it fails.
  package let after: [Behavior: Int]

  /// How many new tests there are.
  package let testCount: Int

  /// The behaviors that the original asserts, and of which no mutant can tell: what they change cannot be
  /// put back, say.
  package let undecided: Set<Behavior>

  package init(
    before: Set<Behavior>, after: [Behavior: Int], testCount: Int, undecided: Set<Behavior> = []
  ) {
    self.before = before
    self.after = after
    self.testCount = testCount
    self.undecided = undecided
  }

  /// - Parameter suite: What the names of the new tests begin with.
  package init(_ evidence: MutantEvidence, suite: String) {
    var before: Set<Behavior> = []
    var after: [Behavior: Int] = [:]
    var tests: Set<String> = []
    var undecided: Set<Behavior> = []
    for mutant in evidence.mutants {
      for test in mutant.tests {
        let isNew = test.test.name.hasPrefix(suite)
        if isNew { tests.insert(test.test.name) }
        if !isNew, test.mark == .asserted, !test.result.isJudgment {
          undecided.insert(mutant.behavior)
        }
        guard test.result.isKill else { continue }
        if isNew { after[mutant.behavior, default: 0] += 1 } else { before.insert(mutant.behavior) }
      }
    }
    self.before = before
    self.after = after
    testCount = tests.count
    self.undecided = undecided.subtracting(before)
  }

  /// The mutants that only the original kills.
  package var lost: [Behavior] { before.filter { after[$0] == nil }.sorted() }

  /// How many new tests a mutant that the original kills fails on average.
  package var averageFailures: Double {
    let kept = before.compactMap { after[$0] }
    return kept.isEmpty ? 0 : Double(kept.reduce(0, +)) / Double(kept.count)
  }
}
