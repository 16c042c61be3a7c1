import BehaviorLedger

/// A change of a package, as `focus mutate --since` is to judge it.
package struct ReviewedChange {
  package let features: ChangedFeatures
  package let revision: String
  package let base: String

  /// What an earlier session has found.
  package let earlier: MutantEvidence?

  /// - Parameter evidence: The file of an earlier session.
  /// - Throws: An error if git knows no such revision, or the evidence does not say of which it is.
  package init(
    since revision: String, evidence: String?, package: String, _ runs: RunDirectory
  ) throws(ToolError) {
    let repository = try Repository(at: package, runs: runs)
    self.revision = revision
    base = try repository.mergeBase(with: revision)
    var differing = try repository.changes(since: base)
    if let evidence {
      let earlier = try MutantEvidence(file: evidence)
      guard let tried = earlier.revision else {
        throw .input(
          "\(evidence) does not say of which commit it is. Expected what `focus mutate --json` "
            + "prints where nothing differs from HEAD.")
      }
      // What has changed between the two is not what was tried.
      if tried != base { differing += try repository.changes(since: tried) }
      self.earlier = earlier
    } else {
      earlier = nil
    }
    features = ChangedFeatures(
      differing, in: try PackageFiles(at: package, changes: differing, runs: runs))
  }

  /// What is known where no feature can have changed.
  package var evidenceOfNothing: MutantEvidence {
    let mutants = earlier?.mutants ?? []
    var evidence = MutantEvidence(mutants: mutants)
    evidence.takenOver = mutants.count
    evidence.review = MutantEvidence.Review(
      since: revision, base: base, features: [],
      allFeatures: Set(mutants.map(\.behavior.feature)).count, allMutants: mutants.count)
    return evidence
  }
}
