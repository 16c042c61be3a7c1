import SourceReading

/// The sources of a test target that some of its files need to compile.
///
/// A target of hundreds of files takes a minute to build, even if most are empty, and one test
/// needs a handful. Names alone decide: a file is needed if it declares a name that a needed file
/// mentions. These may be too few, so the omitted files are restored if the rest doesn't build.
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

  /// The names that other files can mention: those of the file's declarations, and of the members
  /// of its extensions.
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
  /// The test sources that some tests of a target do not need, and empty files for the targets that have no
  /// others.
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
      // A target without sources is an error.
      if let first = paths.first, unneeded.isSuperset(of: paths) { standIns.insert(first) }
    }
    return (unneeded, standIns)
  }
}
