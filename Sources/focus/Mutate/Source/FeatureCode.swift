import SourceReading
import TestEvents

/// The code of a module's features that can be mutated: `reduce` and `body`, their effects, and the functions of the
/// same type that they call.
package struct FeatureCode {
  /// A mutable location, with its file and its feature.
  package struct Place: Hashable, Sendable {
    package let path: String
    package let feature: String
    package let site: MutationSite
    /// The index of the location's module.
    package var module = 0
    package var mutants: [SourceMutant] = []

    /// The number of the first mutant.
    var number: Int { mutants[0].number }
  }

  package private(set) var places: [Place] = []
  /// The features that were found.
  package private(set) var features: Set<String> = []

  private struct Member: Hashable {
    let path: String
    /// The type that declares the member.
    let type: String
    let declaration: SwiftDeclaration

    /// Whether a store calls the member directly.
    func isRoot(in sources: [String: SwiftSource]) -> Bool {
      guard let source = sources[path] else { return false }
      return declaration.isReduce(in: source)
        || declaration.keyword == "var" && declaration.name == "body"
    }
  }

  /// - Parameters:
  ///   - sources: The files of one module, by their paths.
  ///   - protocols: A type that conforms to one of these is a feature.
  package init(_ sources: [String: SwiftSource], protocols: Set<String> = ["Reducer", "ReducerOf"])
  {
    var members: [Member] = []
    var constants: [Member] = []
    var reducers: Set<String> = []
    for (path, source) in sources.sorted(by: { $0.key < $1.key }) {
      let conditional = source.conditionalRanges
      for (name, type) in source.types() where type.keyword != "protocol" {
        guard let body = type.body, !conditional.contains(where: { $0.contains(body.lowerBound) })
        else { continue }
        let words = Set(type.signature.map(source.text))
        if !words.isDisjoint(with: protocols) || type.isMarkedReducer(in: source) {
          reducers.insert(name)
        }
        for statement in source.statements(in: body) {
          guard let declaration = source.declaration(statement) else { continue }
          if declaration.isConstant(in: source) {
            constants.append(Member(path: path, type: name, declaration: declaration))
          }
          guard ["func", "var"].contains(declaration.keyword), declaration.body != nil
          else { continue }
          members.append(Member(path: path, type: name, declaration: declaration))
          if declaration.isReduce(in: source) { reducers.insert(name) }
        }
      }
    }
    features = reducers
    for feature in reducers.sorted() {
      func isOwn(_ member: Member) -> Bool {
        Self.feature(of: member.type, among: reducers) == feature
      }
      let own = members.filter(isOwn)
      // Static constants are computed once per process, so they would keep the value of one test's mutant.
      let shared = Self.reached(of: own, from: constants.filter(isOwn), in: sources)
      let rest = own.filter { !shared.contains($0) || $0.isRoot(in: sources) }
      let roots = rest.filter { $0.type == feature && $0.isRoot(in: sources) }
      add(Self.reached(of: rest, from: roots, in: sources), of: feature, in: sources)
    }
    places.sort { $0.path < $1.path }
  }

  /// The feature that a type is, or else the innermost feature around it.
  private static func feature(of type: String, among reducers: Set<String>) -> String? {
    var name = type[...]
    while true {
      if reducers.contains(String(name)) { return String(name) }
      guard let dot = name.lastIndex(of: ".") else { return nil }
      name = name[..<dot]
    }
  }

  /// The members that some code may use, found by their names, and the code itself.
  private static func reached(
    of members: [Member], from code: [Member], in sources: [String: SwiftSource]
  ) -> [Member] {
    var index = DeclarationIndex<Member>()
    for member in code + members.filter({ !code.contains($0) }) {
      let range = member.declaration.body ?? member.declaration.tokens
      index.add(
        member, declaring: [member.declaration.name],
        mentioning: sources[member.path]?.names(in: range) ?? [])
    }
    return index.declaring([], or: code.contains)
  }

  private mutating func add(
    _ members: [Member], of feature: String, in sources: [String: SwiftSource]
  ) {
    let sorted = members.sorted {
      ($0.path, $0.declaration.tokens.lowerBound) < ($1.path, $1.declaration.tokens.lowerBound)
    }
    for member in sorted {
      guard let source = sources[member.path] else { continue }
      var finder = MutationFinder(source)
      finder.read(member.declaration)
      places += finder.sites.map { Place(path: member.path, feature: feature, site: $0) }
    }
  }
}

extension SwiftDeclaration {
  /// Whether the declaration is a static constant, which a process computes once.
  fileprivate func isConstant(in source: SwiftSource) -> Bool {
    ["let", "var"].contains(keyword) && modifiers.contains("static") && body == nil
      && tokens.contains { source.text($0) == "=" }
  }

  /// Whether the type has the macro `@Reducer`, which replaces the inheritance clause.
  fileprivate func isMarkedReducer(in source: SwiftSource) -> Bool {
    attributes.contains { source.name(ofAttribute: $0) == "@Reducer" }
  }

  /// Whether the declaration is `reduce(into:action:)`.
  fileprivate func isReduce(in source: SwiftSource) -> Bool {
    keyword == "func" && name == "reduce" && source.text(signature).contains("inout")
  }
}

extension SwiftSource {
  /// The ranges between `#if` and `#endif`.
  fileprivate var conditionalRanges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    var starts: [Int] = []
    for index in tokens.indices where tokens[index].kind == .word {
      if text(index) == "#if" { starts.append(index) }
      if text(index) == "#endif", let start = starts.popLast(), starts.isEmpty {
        ranges.append(start..<index)
      }
    }
    return ranges
  }
}

/// The mutants of a package's features, and the switches for them.
package struct FoundMutants {
  package private(set) var places: [FeatureCode.Place] = []
  package private(set) var features: Set<String> = []
  /// For each module, the module that it can import to use the library's types.
  package private(set) var libraries: [String] = []

  /// - Parameter modules: The sources of each module, by their paths in the package.
  package init(_ modules: [[String: SwiftSource]]) {
    var number = 1
    let protocols = Self.protocols(of: modules)
    for (module, sources) in modules.enumerated() {
      let code = FeatureCode(sources, protocols: protocols)
      features.formUnion(code.features)
      for var place in code.places {
        guard let source = sources[place.path] else { continue }
        place.module = module
        place.mutants = place.site.faults.enumerated().map { offset, fault in
          SourceMutant(fault, number: number + offset, of: place, in: source)
        }
        number += place.mutants.count
        places.append(place)
      }
      libraries.append(Self.library(of: sources))
    }
  }

  /// The protocols whose conforming types are features: the library's, and those of the package that refine them.
  private static func protocols(of modules: [[String: SwiftSource]]) -> Set<String> {
    var names: Set = ["Reducer", "ReducerOf"]
    let own = modules.flatMap(\.values).flatMap { source in
      source.declarations().filter { $0.keyword == "protocol" }
        .map { (name: $0.name, words: Set($0.signature.map(source.text))) }
    }
    for _ in own { names.formUnion(own.filter { !$0.words.isDisjoint(with: names) }.map(\.name)) }
    return names
  }

  /// Possible names of the library's module. In a package with another `Core` module, it has a different name.
  private static let modules = ["ReducerCore", "Core", "FocusedTestStore"]

  private static func library(of sources: [String: SwiftSource]) -> String {
    func imports(_ source: SwiftSource) -> Set<String> {
      Set(
        source.declarations().filter { $0.keyword == "import" }
          .compactMap { $0.name.split(separator: ".").first.map(String.init) })
    }
    let all = sources.values.reduce(into: Set<String>()) { $0.formUnion(imports($1)) }
    // Another module may export the library. All files that use the library's types then import that module.
    let naming = sources.values.filter {
      !$0.names.isDisjoint(with: ["Reducer", "ReducerOf", "Effect"])
    }
    let common = naming.map(imports).reduce(nil as Set<String>?) { $0?.intersection($1) ?? $1 }
    return modules.first(where: all.contains) ?? common?.min() ?? "Core"
  }
}

extension SourceMutant {
  fileprivate init(
    _ fault: MutationSite.Fault, number: Int, of place: FeatureCode.Place, in source: SwiftSource
  ) {
    let (start, end) = (
      source.position(of: fault.range.lowerBound), source.position(of: fault.range.upperBound)
    )
    let (before, after) = source.lines(replacing: fault.range, with: fault.replacement)
    self.init(
      number: number, feature: place.feature, file: place.path, line: start.line,
      column: start.column, lastLine: end.line, lastColumn: end.column,
      operator: fault.operator.rawValue, replacement: fault.replacement, before: before,
      after: after)
  }
}
