import SourceReading

extension [String: SwiftSource] {
  /// The files of a test target that some of them need to compile.
  ///
  /// A target with hundreds of files takes a minute to build, even if most files are empty, but one test needs only a
  /// few. The choice depends only on names: a file is needed if it declares a name that a needed file mentions. This
  /// can miss files, so all files are restored if the rest doesn't build.
  package func needed(by paths: Set<String>) -> Set<String> {
    var index = DeclarationIndex<String>()
    for (path, source) in self {
      index.add(path, declaring: source.namesForOtherFiles, mentioning: source.names)
    }
    return paths.union(index.reached(from: paths.contains))
  }
}

extension SwiftSource {
  /// The names that other files can mention: those of declarations, and those of members in extensions.
  fileprivate var namesForOtherFiles: Set<String> {
    let visible = declarations().filter { !$0.isPrivate && $0.keyword != "import" }
      .flatMap { declaration in
        declaration.keyword == "extension"
          ? members(of: declaration).filter {
            !$0.isPrivate && !isSwiftTest($0) && !$0.name.hasPrefix("test")
          }
          : [declaration]
      }
    // Members whose names don't identify the extended type.
    return Set(visible.flatMap(\.names))
      .subtracting(["init", "description", "body", "id", "name", "value", "text"])
  }
}

extension TestedPackage {
  /// The test sources that some tests do not need.
  func unneededSources(of tests: [FoundTest]) -> Set<String> {
    let sources = tests.reduce(into: [:]) { $0.merge($1.sources) { first, _ in first } }
    return Set(description.testTargets.flatMap(\.sourcePaths).filter { $0.hasSuffix(".swift") })
      .subtracting(sources.needed(by: Set(tests.map(\.path))))
  }
}
