import TestEvents

/// The mutants that a session tries.
package struct MutantSelection: Hashable, Sendable {
  /// A trial for each mutant and each test that exercises it.
  package private(set) var trials: [MutantTrial]

  /// Whether no test exercises a mutant, chosen or not.
  let isEmpty: Bool

  /// The scope of the session.
  package var evidence = MutantEvidence(mutants: [])

  /// Chooses all mutants that tests exercise.
  package init(_ trials: [MutantTrial] = []) {
    self.trials = trials
    isEmpty = trials.isEmpty
  }

  /// Keeps only some mutants.
  mutating func restrict(to mutants: Set<MutantSubject>) {
    trials.removeAll { !mutants.contains($0.mutant) }
  }

  /// Keeps only one mutant.
  ///
  /// - Parameter key: The key of the mutant in a file of known gaps.
  /// - Throws: An error if no test exercises such a mutant.
  package mutating func restrict(toKey key: String) throws(ToolError) {
    let mutants = Set(trials.map(\.mutant).filter { $0.key == key })
    guard !mutants.isEmpty else {
      throw .input(
        """
        No test exercises the mutant \(key).
        Expected a name as in a file of known gaps, such as `Profile · .saved → cache`.
        """)
    }
    restrict(to: mutants)
  }

  /// Leaves out the features that have not changed.
  package mutating func restrict(to change: ReviewedChange) {
    let features = Set(trials.map(\.mutant.feature))
    let changed = features.filter(change.features.contains)
    evidence.review = MutantEvidence.Review(
      since: change.revision, base: change.base, features: changed.sorted(),
      allFeatures: features.count, reason: change.features.reasonForAll)
    evidence.source?.unreached.removeAll { !change.features.contains($0.feature) }
    // A test that exercises changed code may also kill fewer mutants of unchanged code.
    let tests = Set(trials.filter { changed.contains($0.mutant.feature) }.map(\.test))
    restrict(to: Set(trials.filter { tests.contains($0.test) }.map(\.mutant)))
  }
}

extension LedgerTest {
  /// A placeholder that reports show for code that runs in no known test, such as a detached task.
  package static let outside = {
    let name = "code outside any known test, such as a detached task"
    return LedgerTest(name: name, file: name, line: 0)
  }()
}

extension Sequence<LedgerFact> {
  /// A trial for each behavior that can be switched off. Actions without an outcome have no mutant.
  package var trials: [MutantTrial] {
    filter(\.behavior.outcome.kind.canBeSwitchedOff)
      .map { MutantTrial(of: .behavior($0.behavior), in: $0.test, level: $0.mark) }
  }
}
