import TestEvents

/// A change of a package that `focus mutate --since` judges.
package struct ReviewedChange {
  let features: ChangedFeatures
  let revision: String
  let base: String
}

extension ReviewedChange {
  /// - Throws: An error if git has no such revision.
  package init(
    since revision: String, package: String, _ runs: RunDirectory
  ) throws(ToolError) {
    let repository = try Repository(at: package, runs: runs)
    let base = try repository.mergeBase(with: revision)
    let differing = try repository.changes(since: base)
    let files = try PackageFiles(at: package, runs: runs)
    self.init(features: ChangedFeatures(differing, in: files), revision: revision, base: base)
  }

  /// The result if no feature can have changed, without running a test; `nil` if mutants must be tried.
  package var resultIfUnchanged: MutantEvidence? {
    guard features.isEmpty else { return nil }
    var evidence = MutantEvidence()
    evidence.review = MutantEvidence.Review(
      since: revision, base: base, features: [], allFeatures: 0)
    return evidence
  }
}
