import Foundation
import SourceReading

/// The files of a package and their dependencies, which determine the effect of a change.
package struct PackageFiles: Sendable {
  package let description: PackageDescription

  /// The current files, by their paths.
  package let files: [String: SourceFile]
  private let filesOfTypes: [String: [SourceFile]]

  /// The declarations by whether a test target has them.
  private var declarations: [Bool: DeclarationIndex<SourceFile.Declaration>] = [:]

  /// The types that are features in some file.
  private let features: Set<String>
  private let ownTypes: Set<String>
  private let nestedPackages: [String]

  /// - Parameters:
  ///   - contents: The Swift files, by their paths in the package.
  ///   - nestedPackages: The directories in the package that contain other packages.
  package init(
    _ description: PackageDescription, contents: [String: SwiftSource],
    nestedPackages: [String] = []
  ) {
    self.description = description
    self.nestedPackages = nestedPackages
    var files: [String: SourceFile] = [:]
    for target in description.targets {
      for path in target.sourcePaths {
        files[path] = SourceFile(path: path, target: target.name, contents[path])
      }
    }
    features = Set(files.values.flatMap(\.features))
    ownTypes = Set(files.values.flatMap(\.ownTypes))
    for path in files.keys { files[path]?.resolve(features: features, ownTypes: ownTypes) }
    self.files = files
    filesOfTypes = files.values.reduce(into: [:]) { types, file in
      for type in file.types { types[type, default: []].append(file) }
    }
    for declaration in files.values.flatMap(\.declarations) {
      declarations[isTest(declaration.target), default: DeclarationIndex()].add(
        declaration, declaring: declaration.names, mentioning: declaration.mentionedNames)
    }
  }

  /// The declarations of test targets, or of all other targets.
  func declarations(ofTests areTests: Bool) -> DeclarationIndex<SourceFile.Declaration> {
    declarations[areTests] ?? DeclarationIndex()
  }

  /// The target that a path belongs to, even if the file does not exist.
  package func target(of path: String) -> PackageDescription.Target? {
    if let name = files[path]?.target { return description.targets.first { $0.name == name } }
    return description.targets.innermost(holding: path)
  }

  /// A previous version of a file.
  package func file(_ path: String, target: String, was source: SwiftSource) -> SourceFile {
    var file = SourceFile(path: path, target: target, source)
    file.resolve(
      features: features.union(file.features), ownTypes: ownTypes.union(file.ownTypes))
    return file
  }

  /// A target, and the targets that import it directly or indirectly.
  package func importers(of target: String) -> Set<String> {
    var targets = DeclarationIndex<String>()
    for other in description.targets {
      targets.add(
        other.name, declaring: [other.name], mentioning: Set(other.targetDependencies ?? []))
    }
    return Set(targets.mentioning([target])).union([target])
  }

  package func isTest(_ target: String) -> Bool {
    description.testTargets.contains { $0.name == target }
  }

  /// The directory of the dependency that a path belongs to, if any. A dependency may contain this package.
  package func dependency(with path: String) -> String? {
    let whole = URL(fileURLWithPath: description.path + "/" + path).standardizedFileURL.path
    let packages = [description.path] + (description.dependencies ?? []).compactMap(\.path)
    let owner = packages.filter { (whole + "/").hasPrefix($0 + "/") }.max { $0.count < $1.count }
    return owner == description.path ? nil : owner
  }

  package func isOfNestedPackage(_ path: String) -> Bool {
    nestedPackages.contains { path.hasPrefix($0 + "/") }
  }

  /// The files that declare or extend a type.
  package func files(ofType name: String) -> [SourceFile] { filesOfTypes[name] ?? [] }

  /// Reads the package of a directory.
  ///
  /// - Throws: An error if `swift` cannot read it.
  package init(
    at directory: String, changes: [FileChange], runs: RunDirectory
  ) throws(ToolError) {
    var description = try PackageDescription(packageAt: directory, runs: runs)
    let contents = description.sources(inPackageAt: directory)
    func resolved(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
    description.path = resolved(description.path)
    var nested: Set<String> = []
    for change in changes {
      // `NSString.deletingLastPathComponent` traps on Linux if the path is a single letter.
      var folder = change.path[...]
      while let slash = folder.lastIndex(of: "/"), !folder.hasPrefix("..") {
        folder = folder[..<slash]
        if FileManager.default.fileExists(atPath: "\(directory)/\(folder)/Package.swift") {
          nested.insert(String(folder))
        }
      }
    }
    if !nested.isEmpty || changes.contains(where: { $0.path.hasPrefix("../") }) {
      // Local packages may depend on further local packages.
      let run = try ProcessRun(
        ["swift", "package", "--package-path", directory, "show-dependencies", "--format", "json"],
        directory: runs)
      description.addDependencies(output: run.output)
    }
    description.dependencies = description.dependencies?.map {
      PackageDescription.Dependency(path: $0.path.map(resolved))
    }
    self.init(description, contents: contents, nestedPackages: nested.sorted())
  }
}
