import TestEvents

/// The mutants of a suite that a session tries.
package struct MutantSelection: Hashable, Sendable {
  /// The mutants to try.
  package private(set) var chosen: Set<MutantSubject>

  /// The verdicts of an earlier session for mutants that need no new try.
  package private(set) var takenOver: [MutantEvidence.Mutant] = []
  package private(set) var review: MutantEvidence.Review?
  package private(set) var shard: MutantEvidence.Shard?

  /// All that the tests come to.
  package init(_ sightings: some Sequence<MutantSighting>) {
    chosen = Set(sightings.lazy.map(\.mutant))
  }

  /// Leaves out the features that have not changed.
  package mutating func restrict(
    to change: ReviewedChange, _ sightings: some Collection<MutantSighting>
  ) {
    var tests: [String: Set<LedgerTest>] = [:]
    for sighting in sightings where chosen.contains(sighting.mutant) {
      tests[sighting.mutant.feature, default: []].insert(sighting.test)
    }
    let changed = tests.keys.filter { change.features.contains($0, testedBy: tests[$0] ?? []) }
    review = MutantEvidence.Review(
      since: change.revision, base: change.base, features: changed.sorted(),
      allFeatures: tests.count, allMutants: chosen.count, reason: change.features.reasonForAll)
    // A test that reaches changed code may notice fewer mutants of unchanged code.
    let testsInDoubt = Set(sightings.filter { change.features.contains($0.mutant) }.map(\.test))
    let inDoubt = Set(sightings.filter { testsInDoubt.contains($0.test) }.map(\.mutant))
    let others = chosen.filter { !changed.contains($0.feature) && !inDoubt.contains($0) }
    guard let earlier = change.earlier else {
      chosen.subtract(others)
      return
    }
    takenOver = earlier.mutants.filter { others.contains($0.subject) && $0.verdict != .notTried }
    chosen.subtract(takenOver.map(\.subject))
  }

  /// Leaves the mutants of other machines to them.
  package mutating func restrict(to shard: MutantShard) {
    self.shard = MutantEvidence.Shard(
      number: shard.number, count: shard.count, allMutants: chosen.count,
      digest: MutantShard.digest(of: chosen))
    chosen = shard.part(of: chosen)
  }
}
