import SourceReading

/// The sources of a test target that some of its files need to compile.
///
/// A target with hundreds of files takes a minute to build, even if most files are empty, but one test needs only a
/// few. The choice depends only on names: a file is needed if it declares a name that a needed file mentions. This
/// can miss files, so all files are restored if the rest doesn't build.
package struct NeededSources: Sendable {
  package let paths: Set<String>

  package init(of paths: some Sequence<String>, among sources: [String: SwiftSource]) {
    var index = DeclarationIndex<String>()
    for (path, source) in sources {
      index.add(path, declaring: Self.declaredNames(source), mentioning: source.names)
    }
    let paths = Set(paths)
    self.paths = paths.union(index.declaring([], or: paths.contains))
  }

  /// The names that other files can mention: those of declarations, and those of members in extensions.
  private static func declaredNames(_ source: SwiftSource) -> Set<String> {
    var names: Set<String> = []
    for declaration in source.declarations() where !declaration.isPrivate {
      switch declaration.keyword {
      case "import": continue
      case "extension":
        for member in declaration.body.map({ source.declarations(in: $0) }) ?? []
        where !member.isPrivate && !source.isSwiftTest(member) && !member.name.hasPrefix("test") {
          names.formUnion(member.names)
        }
      default: names.formUnion(declaration.names)
      }
    }
    return names.subtracting(common)
  }

  /// Members whose names don't identify the extended type.
  private static let common: Set = ["init", "description", "body", "id", "name", "value", "text"]
}

extension TestedPackage {
  /// The test sources that some tests do not need. If a target would otherwise have no source, one of them stays as
  /// an empty file.
  func unneededSources(of tests: [FoundTest]) -> (paths: Set<String>, standIns: Set<String>) {
    let needed = NeededSources(
      of: tests.map(\.path),
      among: tests.reduce(into: [:]) { $0.merge($1.sources) { first, _ in first } }
    ).paths
    var unneeded: Set<String> = []
    var standIns: Set<String> = []
    for target in description.testTargets {
      let paths = target.sourcePaths
      unneeded.formUnion(paths.filter { $0.hasSuffix(".swift") && !needed.contains($0) })
      // A target without sources doesn't build, so it keeps one empty file.
      if let first = paths.first, unneeded.isSuperset(of: paths) { standIns.insert(first) }
    }
    return (unneeded, standIns)
  }
}
