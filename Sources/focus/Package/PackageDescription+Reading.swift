import SourceReading

extension PackageDescription {
  /// Asks `swift` for the package of a directory.
  ///
  /// - Throws: An error if `swift` cannot read it.
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
    targets.reduce(into: [:]) { sources, target in
      sources.merge(target.sources(inPackageAt: directory)) { first, _ in first }
    }
  }
}

extension PackageDescription.Target {
  /// The Swift files, by their paths in the package.
  func sources(inPackageAt directory: String) -> [String: SwiftSource] {
    sourcePaths.swiftSources(in: directory)
  }
}
