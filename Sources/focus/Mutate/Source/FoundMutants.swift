import SourceReading
import TestEvents

/// The mutants of a package's features: of `reduce` and `body`, their effects, and the functions of the same type that
/// they call.
package struct FoundMutants {
  /// A mutable location, with its file and its feature.
  package struct Place: Hashable, Sendable {
    package let site: MutationSite
    /// The index of the location's module.
    let module: Int
    package let mutant: SourceMutant

    package var number: Int { mutant.number }
    package var path: String { mutant.file }
  }

  package private(set) var places: [Place] = []
  /// The features that were found.
  package private(set) var features: Set<String> = []
  /// For each module, the import of a module with the library's types: `import Core`.
  package private(set) var imports: [String] = []

  /// - Parameter modules: The sources of each module, by their paths in the package.
  package init(_ modules: [[String: SwiftSource]]) {
    for (module, sources) in modules.enumerated() {
      let code = FeatureCode(sources)
      features.formUnion(code.features)
      for (feature, member) in code.members {
        guard let source = sources[member.path] else { continue }
        var finder = MutationFinder(source)
        finder.read(member.declaration)
        for site in finder.sites {
          let mutant = SourceMutant(
            site, number: places.count + 1, feature: feature, file: member.path, in: source)
          places.append(
            Place(site: site, module: module, mutant: mutant))
        }
      }
      imports.append(Self.libraryImport(in: sources))
    }
  }

  /// Possible names of the library's module. In a package with another `Core` module, it has a different name.
  private static let modules = ["ReducerCore", "Core", "FocusedTestStore"]

  private static func libraryImport(in sources: [String: SwiftSource]) -> String {
    let imports = sources.values.flatMap { source in
      source.declarations().filter { $0.keyword == "import" }
        .map { (module: $0.name.prefix { $0 != "." }, statesAccess: !$0.modifiers.isEmpty) }
    }
    let library =
      modules.first { library in imports.contains { $0.module == library[...] } } ?? "Core"
    // If one file states the access of an import, all files of the module must.
    let statesAccess = imports.contains { $0.module == library[...] && $0.statesAccess }
    return (statesAccess ? "internal import " : "import ") + library
  }
}

extension SourceMutant {
  fileprivate init(
    _ fault: MutationSite, number: Int, feature: String, file: String, in source: SwiftSource
  ) {
    let (start, end) = (
      source.position(of: fault.range.lowerBound), source.position(of: fault.range.upperBound)
    )
    let (before, after) = source.lines(replacing: fault.range, with: fault.replacement)
    self.init(
      number: number, feature: feature, file: file, line: start.line,
      column: start.column, lastLine: end.line, lastColumn: end.column,
      operator: fault.operator.rawValue, replacement: fault.replacement, before: before,
      after: after)
  }
}

/// The code of a module's features that can be mutated.
private struct FeatureCode {
  /// The members in the order of files, each with its feature.
  private(set) var members: [(feature: String, member: Member)] = []
  private(set) var features: Set<String> = []

  struct Member: Hashable {
    let path: String
    /// The type that declares the member.
    let type: String
    let declaration: SwiftDeclaration
    /// Whether a store calls the member directly.
    let isRoot: Bool
    let mentionedNames: Set<String>
  }

  /// - Parameter sources: The files of one module, by their paths.
  init(_ sources: [String: SwiftSource]) {
    var members: [Member] = []
    for (path, source) in sources {
      let conditional = source.tokens.indices.filter { source.text($0) == "#if" }
        .map { $0..<source.endOfConditional(from: $0, in: source.tokens.indices) }
      for (name, type) in source.types() where type.keyword != "protocol" {
        guard let body = type.body, !conditional.contains(where: { $0.contains(body.lowerBound) })
        else { continue }
        for statement in source.statements(in: body) {
          guard let declaration = source.declaration(statement),
            declaration.isConstant(in: source)
              || ["func", "var"].contains(declaration.keyword) && declaration.body != nil
          else { continue }
          let isRoot = declaration.isRoot(in: source)
          if isRoot { features.insert(name) }
          members.append(
            Member(
              path: path, type: name, declaration: declaration, isRoot: isRoot,
              mentionedNames: source.names(in: declaration.body ?? declaration.tokens)))
        }
      }
    }
    for (feature, own) in Dictionary(grouping: members, by: { feature(of: $0.type) }) {
      guard let feature else { continue }
      let constants = own.filter { $0.declaration.body == nil }
      let functions = own.filter { $0.declaration.body != nil }
      // Static constants are computed once per process, so they would keep the value of one test's mutant.
      let shared = Self.reached(of: functions, from: constants)
      let rest = functions.filter { !shared.contains($0) || $0.isRoot }
      let roots = rest.filter { $0.type == feature && $0.isRoot }
      self.members += Self.reached(of: rest, from: roots).map { (feature, $0) }
    }
    self.members.sort {
      ($0.member.path, $0.feature, $0.member.declaration.tokens.lowerBound)
        < ($1.member.path, $1.feature, $1.member.declaration.tokens.lowerBound)
    }
  }

  /// The feature that a type is, or else the innermost feature around it.
  private func feature(of type: String) -> String? {
    var name = type[...]
    while !features.contains(String(name)) {
      guard let dot = name.lastIndex(of: ".") else { return nil }
      name = name[..<dot]
    }
    return String(name)
  }

  /// The members that some code may use, found by their names, and the code itself.
  private static func reached(of members: [Member], from code: [Member]) -> [Member] {
    var (reached, open) = (Set(code), code)
    while let member = open.popLast() {
      open += members.filter {
        member.mentionedNames.contains($0.declaration.name) && reached.insert($0).inserted
      }
    }
    return Array(reached)
  }
}

extension SwiftDeclaration {
  /// Whether the declaration is a static constant, which a process computes once.
  fileprivate func isConstant(in source: SwiftSource) -> Bool {
    ["let", "var"].contains(keyword) && modifiers.contains("static") && body == nil
      && tokens.contains { source.text($0) == "=" }
  }

  /// Whether a store calls the declaration: `reduce(into:action:)`, or a `body` of reducers.
  fileprivate func isRoot(in source: SwiftSource) -> Bool {
    keyword == "func" && name == "reduce" && source.text(signature).contains("inout")
      || keyword == "var" && name == "body"
        && signature.contains { source.text($0).hasPrefix("Reduce") }
  }
}
