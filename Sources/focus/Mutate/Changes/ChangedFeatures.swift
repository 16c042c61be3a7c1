/// The features whose mutants may have other results, because some files have changed.
///
/// These are the features declared in changed files, and those of the targets that a changed file belongs to, that import
/// it, or that it imports, because a feature may handle their actions. A file of tests, or of a helper that only tests
/// import, also affects the features of all targets that those tests import.
///
/// Survivors of other features are not reported. So if the effect of a changed file is unknown, the feature is included.
package struct ChangedFeatures: Sendable {
  /// The reason why all features are included, as a clause; `nil` if only some are.
  package private(set) var reasonForAll: String?

  private let package: PackageFiles

  /// The targets whose features may behave differently.
  private var targets: Set<String> = []

  /// - Parameter paths: The files that differ from an earlier version, relative to the package. `../` leads out of it.
  package init(_ paths: [String], in package: PackageFiles) {
    self.package = package
    for path in paths where reasonForAll == nil {
      if let target = target(of: path) { targets.formUnion(package.targets(affectedBy: target)) }
    }
  }

  /// Whether no feature can have changed.
  package var isEmpty: Bool { reasonForAll == nil && targets.isEmpty }

  /// Whether a feature may behave differently. A feature that no file declares counts as changed.
  package func contains(_ feature: String) -> Bool {
    if isEmpty { return false }
    if reasonForAll != nil { return true }
    let declaring = package.targets(declaring: feature.declaredName)
    return declaring.isEmpty || !declaring.isDisjoint(with: targets)
  }

  /// The target of a changed file; `nil` if it affects no feature, or all features.
  private mutating func target(of path: String) -> String? {
    let names = path.split(separator: "/")
    if names.contains(where: { $0.hasPrefix(".") && $0 != ".." }) { return nil }
    if names.dropLast().contains(where: { $0.hasSuffix(".docc") }) { return nil }
    if path == "Package.swift" || path.hasPrefix("Package@swift") || path == "Package.resolved" {
      reasonForAll = "\(path) changed"
    } else if path.hasPrefix("../") {
      guard package.hasLocalDependencies else { return nil }
      reasonForAll = "\(path) changed, which a local dependency may contain"
    } else if let target = package.target(of: path) {
      if ["plugin", "macro"].contains(target.type) {
        reasonForAll = "the \(target.type) \(target.name) changed"
      }
      return target.name
    } else if !Self.isHarmless(path) {
      reasonForAll = "\(path) changed, which belongs to no target"
    }
    return nil
  }

  /// Whether neither the compiler nor a test reads a file. A document beside the tests may be a test's fixture.
  private static func isHarmless(_ path: String) -> Bool {
    if path.hasSuffix(".md") { return !path.hasPrefix("Tests/") }
    return !path.contains("/") && (path.hasSuffix(".txt") || !path.contains("."))
  }
}
