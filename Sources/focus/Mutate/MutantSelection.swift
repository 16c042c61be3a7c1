import BehaviorLedger

/// Which mutants of a suite a session is about.
package struct MutantSelection: Hashable, Sendable {
  /// Those to try.
  package private(set) var chosen: Set<Behavior>

  /// What an earlier session has found of those that need not be tried again.
  package private(set) var takenOver: [MutantEvidence.Mutant] = []
  package private(set) var review: MutantEvidence.Review?
  package private(set) var shard: MutantEvidence.Shard?

  /// All that the tests exercise.
  package init(_ facts: some Sequence<LedgerFact>) {
    chosen = Set(facts.lazy.map(\.behavior).filter(\.outcome.kind.canBeSwitchedOff))
  }

  /// Leaves out the features that have not changed.
  ///
  /// - Parameter earlier: What a session has found from which nothing else differs.
  package mutating func restrict(
    to changes: ChangedFeatures, _ facts: some Sequence<LedgerFact>, since revision: String,
    base: String, earlier: MutantEvidence? = nil
  ) {
    var tests: [String: Set<LedgerTest>] = [:]
    for fact in facts where chosen.contains(fact.behavior) {
      tests[fact.behavior.feature, default: []].insert(fact.test)
    }
    let changed = tests.keys.filter { changes.contains($0, testedBy: tests[$0] ?? []) }
    review = MutantEvidence.Review(
      since: revision, base: base, features: changed.sorted(), allFeatures: tests.count,
      allMutants: chosen.count, reason: changes.reasonForAll)
    let others = chosen.filter { !changed.contains($0.feature) }
    guard let earlier else {
      chosen.subtract(others)
      return
    }
    takenOver = earlier.mutants.filter { others.contains($0.behavior) && $0.verdict != .notTried }
    chosen.subtract(takenOver.map(\.behavior))
  }

  /// Leaves the mutants of other machines to them.
  package mutating func restrict(to shard: MutantShard) {
    self.shard = MutantEvidence.Shard(
      number: shard.number, count: shard.count, allMutants: chosen.count,
      digest: MutantShard.digest(of: chosen))
    chosen = shard.part(of: chosen)
  }
}
