import Foundation
import SourceReading

/// The files and targets of a package, which determine the effect of a change.
package struct PackageFiles: Sendable {
  package let description: PackageDescription

  /// The targets of the current files, by their paths.
  private var targetsOfFiles: [String: String] = [:]

  /// The targets that declare or extend a type, by its name.
  private var targetsOfTypes: [String: Set<String>] = [:]

  /// The targets that declare an `Action` in another type.
  private var targetsWithFeatures: Set<String> = []

  /// - Parameter contents: The Swift files, by their paths in the package.
  package init(_ description: PackageDescription, contents: [String: SwiftSource]) {
    self.description = description
    for target in description.targets {
      for path in target.sourcePaths {
        targetsOfFiles[path] = target.name
        for type in contents[path]?.types() ?? [] {
          targetsOfTypes[type.name, default: []].insert(target.name)
          if type.name.hasSuffix(".Action") { targetsWithFeatures.insert(target.name) }
        }
      }
    }
  }

  /// The targets that declare or extend a type.
  func targets(declaring type: String) -> Set<String> { targetsOfTypes[type] ?? [] }

  /// The target that a path belongs to, even if the file does not exist.
  package func target(of path: String) -> PackageDescription.Target? {
    if let name = targetsOfFiles[path] { return description.targets.first { $0.name == name } }
    return description.targets.innermost(holding: path)
  }

  /// The targets whose features a change in a target can affect.
  func targets(affectedBy target: String) -> Set<String> {
    let importers = importers(of: target)
    let affected = importers.union(imports(of: target))
    // Another test may pass in other cases, and so may each test that uses a helper.
    guard isForTests(target, importedBy: importers) else { return affected }
    return importers.reduce(affected) { $0.union(imports(of: $1)) }
  }

  /// Whether only tests use a target: a test target, or one without features that only test targets import.
  private func isForTests(_ target: String, importedBy importers: Set<String>) -> Bool {
    let tests = Set(description.testTargets.map(\.name))
    return importers.isSubset(of: tests.union([target]))
      && (tests.contains(target) || !targetsWithFeatures.contains(target))
  }

  /// A target, and the targets that import it directly or indirectly.
  private func importers(of target: String) -> Set<String> {
    closure(of: target) { name in
      description.targets.filter { $0.targetDependencies?.contains(name) == true }.map(\.name)
    }
  }

  /// A target, and the targets that it imports directly or indirectly.
  private func imports(of target: String) -> Set<String> {
    closure(of: target) { name in
      description.targets.first { $0.name == name }?.targetDependencies ?? []
    }
  }

  private func closure(of target: String, _ next: (String) -> [String]) -> Set<String> {
    var (found, left): (Set, [String]) = ([target], [target])
    while let name = left.popLast() {
      for other in next(name) where found.insert(other).inserted { left.append(other) }
    }
    return found
  }

  /// Whether the package depends on a local package.
  package var hasLocalDependencies: Bool {
    description.dependencies?.contains { $0.path != nil } == true
  }

  /// Reads the package of a directory.
  ///
  /// - Throws: An error if `swift` cannot read it.
  package init(at directory: String, runs: RunDirectory) throws(ToolError) {
    let description = try PackageDescription(packageAt: directory, runs: runs)
    self.init(description, contents: description.sources(inPackageAt: directory))
  }
}
