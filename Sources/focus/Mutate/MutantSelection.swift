import TestEvents

/// The selection of mutants that a session tries.
package struct MutantSelection: Hashable, Sendable {
  /// The coverage hits of all mutants.
  package let sightings: [MutantSighting]

  /// The mutants to try.
  package private(set) var chosen: Set<MutantSubject>

  /// The results of an earlier session for mutants that need not be tried again.
  package private(set) var takenOver: [MutantEvidence.Mutant] = []
  package private(set) var review: MutantEvidence.Review?
  package private(set) var shard: MutantShard?

  /// Chooses all mutants that tests exercise.
  package init(_ sightings: [MutantSighting] = []) {
    self.sightings = sightings
    chosen = Set(sightings.lazy.map(\.mutant))
  }

  /// Keeps only some mutants.
  mutating func restrict(to mutants: Set<MutantSubject>) { chosen.formIntersection(mutants) }

  /// Leaves out the features that have not changed.
  package mutating func restrict(to change: ReviewedChange) {
    var tests: [String: Set<LedgerTest>] = [:]
    for sighting in sightings where chosen.contains(sighting.mutant) {
      tests[sighting.mutant.feature, default: []].insert(sighting.test)
    }
    let changed = tests.keys.filter { change.features.contains($0, testedBy: tests[$0] ?? []) }
    review = MutantEvidence.Review(
      since: change.revision, base: change.base, features: changed.sorted(),
      allFeatures: tests.count, allMutants: chosen.count, reason: change.features.reasonForAll)
    // A test that exercises changed code may also kill fewer mutants of unchanged code.
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

  /// Keeps only the mutants of a shard.
  package mutating func restrict(to shard: MutantShard) {
    var shard = shard
    chosen = shard.deal(chosen)
    self.shard = shard
  }
}

extension MutantEvidence {
  /// Adds the scope of a session, and the results that it took over.
  package mutating func add(_ selection: MutantSelection) {
    review = selection.review
    shard = selection.shard
    takenOver = selection.takenOver.isEmpty ? nil : selection.takenOver.count
    mutants = (mutants + selection.takenOver).sorted { $0.subject < $1.subject }
  }
}

/// A coverage hit of a mutant by a test, or by code outside of any known test.
package enum MutantSighting: Hashable, Sendable {
  /// A test, and its highest coverage level. For source mutants, the level is `exercised`.
  case inTest(LedgerTest, MutantSubject, mark: Behavior.Mark = .exercised)

  /// Code that runs in no known test, such as a detached task.
  case outside(SourceMutant)

  package var mutant: MutantSubject {
    switch self {
    case .inTest(_, let mutant, _): mutant
    case .outside(let mutant): .source(mutant)
    }
  }

  package var mark: Behavior.Mark {
    if case .inTest(_, _, let mark) = self { mark } else { .exercised }
  }

  /// The test, or a placeholder for code outside of any known test.
  package var test: LedgerTest {
    if case .inTest(let test, _, _) = self { test } else { .outside }
  }
}

extension LedgerTest {
  /// A placeholder that reports show for code that runs in no known test.
  static let outside = {
    let name = "code that no test is known to run, as in a detached task"
    return LedgerTest(name: name, file: name, line: 0)
  }()
}

extension Sequence<LedgerFact> {
  /// The behaviors that can be switched off. Actions without an outcome have no mutant.
  package var sightings: [MutantSighting] {
    filter(\.behavior.outcome.kind.canBeSwitchedOff)
      .map { .inTest($0.test, .behavior($0.behavior), mark: $0.mark) }
  }
}
