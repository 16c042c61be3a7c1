import SourceReading

/// The code of a module's features that can be mutated: `reduce` and `body`, their effects, and the functions of the
/// same type that they call.
package struct FeatureCode {
  /// A mutable location, with its file and its feature.
  package struct Place: Hashable, Sendable {
    package let path: String
    package let feature: String
    package let site: MutationSite
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
