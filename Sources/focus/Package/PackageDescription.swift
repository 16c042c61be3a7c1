import Foundation
import SourceReading

/// The output of `swift package describe`.
package struct PackageDescription: Hashable, Sendable, Decodable {
  package struct Target: Hashable, Sendable, Decodable {
    package var name: String
    /// The name of the target's module: `My_AppTests` for `My-AppTests`.
    package var c99name: String?
    package var type: String
    /// The directory of the sources, relative to the package.
    package var path: String
    package var sources: [String]
    /// The targets of the same package that the target depends on.
    package var targetDependencies: [String]?
    /// The products of other packages that the target depends on.
    package var productDependencies: [String]?

    /// The module, as the compiler names it.
    package var module: String { c99name ?? name }

    /// Whether the sources are directly in the package's directory.
    package var isAtTop: Bool { path.isEmpty || path == "." }

    /// The paths of the sources in the package.
    package var sourcePaths: [String] { isAtTop ? sources : sources.map { path + "/" + $0 } }
  }

  /// A dependency of the package.
  package struct Dependency: Hashable, Sendable, Decodable {
    /// The directory of a local package.
    package var path: String?
  }

  package var name: String
  package var path: String
  package var targets: [Target]
  package var dependencies: [Dependency]?

  /// Checks that a test target links the product that writes the ledger, directly or through another package.
  ///
  /// - Throws: An error with the line to add to the manifest.
  package func requireEvidence(in directory: String) throws(ToolError) {
    let product = "FocusedEvidence"
    let isLinked = targets.contains {
      (($0.productDependencies ?? []) + ($0.targetDependencies ?? [])).contains(product)
    }
    let link = ".product(name: \"\(product)\""
    if isLinked || manifestsOfDependencies(in: directory).contains(where: { $0.contains(link) }) {
      return
    }
    let alias =
      targets.contains { $0.name == "Core" } ? #", moduleAliases: ["Core": "ReducerCore"]"# : ""
    throw .input(
      """
      No test target in \(directory) links \(product).
      Add this line to the dependencies of the test target in Package.swift:
      .product(name: "\(product)", package: "FocusedTestStore"\(alias))
      """)
  }

  package var testTargets: [Target] { targets.filter { $0.type == "test" } }

  /// The manifests of local dependencies, and of those that SwiftPM has checked out.
  private func manifestsOfDependencies(in directory: String) -> [String] {
    let checkouts = directory + "/.build/checkouts"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: checkouts)) ?? []
    let folders = (dependencies ?? []).compactMap(\.path) + names.map { checkouts + "/" + $0 }
    return folders.compactMap {
      try? String(contentsOfFile: $0 + "/Package.swift", encoding: .utf8)
    }
  }
}

extension [PackageDescription.Target] {
  /// The target that a path belongs to, even if the file does not exist.
  func innermost(holding path: String) -> PackageDescription.Target? {
    filter { $0.isAtTop || path.hasPrefix($0.path + "/") }.max { $0.path.count < $1.path.count }
  }
}

extension PackageDescription {
  /// Runs `swift package describe` for the package of a directory.
  ///
  /// - Throws: An error if `swift` cannot read the package.
  init(packageAt directory: String, runs: RunDirectory) throws(ToolError) {
    let run = try ProcessRun(
      ["swift", "package", "--package-path", directory, "describe", "--type", "json"],
      directory: runs)
    guard run.code == 0, let description = PackageDescription(output: run.output) else {
      throw .input(
        "The package in \(directory) cannot be read:\n\(run.output.lastLines(12))")
    }
    self = description
  }

  /// The Swift files of all targets, by their paths in the package.
  func sources(inPackageAt directory: String) -> [String: SwiftSource] {
    targets.flatMap(\.sourcePaths).swiftSources(in: directory)
  }
}
