import TestEvents

/// A change of a package that `focus mutate --since` judges.
package struct ReviewedChange {
  let features: ChangedFeatures
  let revision: String
  let base: String

  /// The results of an earlier session.
  var earlier: MutantEvidence?

  /// The current commit, if no file differs from it.
  var head: String?
}

extension ReviewedChange {
  /// - Parameter evidence: The file of an earlier session.
  /// - Throws: An error if git has no such revision, or the evidence names no revision.
  package init(
    since revision: String, evidence: String?, package: String, _ runs: RunDirectory
  ) throws(ToolError) {
    let repository = try Repository(at: package, runs: runs)
    let base = try repository.mergeBase(with: revision)
    var differing = try repository.changes(since: base)
    let earlier = try evidence.map { file throws(ToolError) in try MutantEvidence(file: file) }
    if let evidence, let earlier {
      guard let tried = earlier.revision else {
        throw .input(
          "\(evidence) does not name its commit. Expected the output of `focus mutate "
            + "--json` from a clone without uncommitted changes.")
      }
      // The earlier session did not try the changes between its revision and the base.
      if tried != base { differing += try repository.changes(since: tried) }
    }
    let files = try PackageFiles(at: package, changes: differing, runs: runs)
    self.init(
      features: ChangedFeatures(differing, in: files), revision: revision, base: base,
      earlier: earlier, head: Repository.cleanRevision(at: package, runs))
  }

  /// The result if no feature can have changed, without running a test; `nil` if mutants must be tried.
  package var resultIfUnchanged: MutantEvidence? {
    guard features.isEmpty, earlier?.isWhole != false else { return nil }
    let mutants = earlier?.mutants ?? []
    var evidence = MutantEvidence(mutants: mutants)
    evidence.revision = head
    evidence.takenOver = mutants.isEmpty ? nil : mutants.count
    evidence.source = earlier?.source
    evidence.review = MutantEvidence.Review(
      since: revision, base: base, features: [],
      allFeatures: Set(mutants.map(\.subject.feature)).count, allMutants: mutants.count)
    return evidence
  }
}

extension MutantEvidence {
  /// Whether the evidence covers all mutants: it isn't from a shard, from a change alone, or from a stopped session.
  fileprivate var isWhole: Bool {
    isComplete && shard == nil && mutants.count >= review?.allMutants ?? 0
  }
}
