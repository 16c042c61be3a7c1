import Foundation

/// The output of `swift package describe`.
package struct PackageDescription: Hashable, Sendable, Decodable {
  package struct Target: Hashable, Sendable, Decodable {
    package var name: String
    package var type: String
    /// The directory of the sources, relative to the package.
    package var path: String
    package var sources: [String]
    /// The targets of the same package that it imports.
    package var targetDependencies: [String]?
    /// The products of other packages that it imports.
    package var productDependencies: [String]?

    package init(
      name: String, type: String, path: String, sources: [String],
      targetDependencies: [String]? = nil, productDependencies: [String]? = nil
    ) {
      self.name = name
      self.type = type
      self.path = path
      self.sources = sources
      self.targetDependencies = targetDependencies
      self.productDependencies = productDependencies
    }

    /// Whether the sources stand in the package's own directory.
    package var isAtTop: Bool { path.isEmpty || path == "." }

    /// The paths of the sources in the package.
    package var sourcePaths: [String] { isAtTop ? sources : sources.map { path + "/" + $0 } }
  }

  /// A package that it depends on.
  package struct Dependency: Hashable, Sendable, Decodable {
    /// Its directory, unless it is a copy of a repository.
    package var path: String?

    package init(path: String?) { self.path = path }
  }

  package var name: String
  package var path: String
  package var targets: [Target]
  package var dependencies: [Dependency]?

  package init(
    name: String, path: String, targets: [Target], dependencies: [Dependency]? = nil
  ) {
    self.name = name
    self.path = path
    self.targets = targets
    self.dependencies = dependencies
  }

  /// Checks that a target links the product that writes what the tool reads.
  ///
  /// - Throws: An error with the line that links it.
  package func requireEvidence(in directory: String) throws(ToolError) {
    let product = "FocusedEvidence"
    let isLinked = targets.contains {
      (($0.productDependencies ?? []) + ($0.targetDependencies ?? [])).contains(product)
    }
    if isLinked { return }
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

  /// Reads JSON, and skips output of other programs before it.
  package init?(output: String) {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    guard let start = output.firstIndex(of: "{"),
      let description = try? decoder.decode(Self.self, from: Data(output[start...].utf8))
    else { return nil }
    self = description
  }

  /// Adds the packages that its dependencies depend on, from `swift package show-dependencies`.
  package mutating func addDependencies(output: String) {
    struct Tree: Decodable {
      var path: String
      var dependencies: [Tree]
      var below: [Dependency] { dependencies.flatMap { [Dependency(path: $0.path)] + $0.below } }
    }
    guard let start = output.firstIndex(of: "{"),
      let tree = try? JSONDecoder().decode(Tree.self, from: Data(output[start...].utf8))
    else { return }
    dependencies = (dependencies ?? []) + tree.below
  }
}

extension [PackageDescription.Target] {
  /// The target that a path of the package belongs to, whether the file is there or not.
  func innermost(holding path: String) -> PackageDescription.Target? {
    filter { $0.isAtTop || path.hasPrefix($0.path + "/") }.max { $0.path.count < $1.path.count }
  }
}
