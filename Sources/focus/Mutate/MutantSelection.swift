import TestEvents

/// The selection of mutants that a session tries.
package struct MutantSelection: Hashable, Sendable {
  /// The coverage hits of all mutants.
  package let hits: [MutantCoverageHit]

  /// The mutants to try.
  package private(set) var chosen: Set<MutantSubject>

  /// The scope of the session.
  package var evidence = MutantEvidence(mutants: [])

  /// Chooses all mutants that tests exercise.
  package init(_ hits: [MutantCoverageHit] = []) {
    self.hits = hits
    chosen = Set(hits.lazy.map(\.mutant))
  }

  /// Keeps only some mutants.
  mutating func restrict(to mutants: Set<MutantSubject>) { chosen.formIntersection(mutants) }

  /// Leaves out the features that have not changed.
  package mutating func restrict(to change: ReviewedChange) {
    let features = Set(chosen.map(\.feature))
    let changed = features.filter(change.features.contains)
    evidence.review = MutantEvidence.Review(
      since: change.revision, base: change.base, features: changed.sorted(),
      allFeatures: features.count, reason: change.features.reasonForAll)
    evidence.source?.unreached.removeAll { !change.features.contains($0.feature) }
    // A test that exercises changed code may also kill fewer mutants of unchanged code.
    let testsInDoubt = Set(
      hits.filter { change.features.contains($0.mutant.feature) }.map(\.test))
    let inDoubt = Set(hits.filter { testsInDoubt.contains($0.test) }.map(\.mutant))
    chosen = chosen.filter { changed.contains($0.feature) || inDoubt.contains($0) }
  }
}

/// A coverage hit of a mutant by a test.
package struct MutantCoverageHit: Hashable, Sendable {
  /// The test, or ``LedgerTest/outside``.
  package let test: LedgerTest
  package let mutant: MutantSubject
  /// The test's highest coverage level. For source mutants, the level is `exercised`.
  package var level = Behavior.Mark.exercised
}

extension LedgerTest {
  /// A placeholder that reports show for code that runs in no known test, such as a detached task.
  package static let outside = {
    let name = "code outside any known test, such as a detached task"
    return LedgerTest(name: name, file: name, line: 0)
  }()
}

extension Sequence<LedgerFact> {
  /// The behaviors that can be switched off. Actions without an outcome have no mutant.
  package var hits: [MutantCoverageHit] {
    filter(\.behavior.outcome.kind.canBeSwitchedOff)
      .map { MutantCoverageHit(test: $0.test, mutant: .behavior($0.behavior), level: $0.mark) }
  }
}
