import SourceReading

/// The code of a module's features that can be mutated: in `reduce` and `body`, in their effects,
/// and in the functions of the same type that they call.
package struct FeatureCode {
  /// A place, with the file and the feature that it is of.
  package struct Place: Hashable, Sendable {
    package let path: String
    package let feature: String
    package let site: MutationSite
  }

  package private(set) var places: [Place] = []
  /// The features that were read.
  package private(set) var features: Set<String> = []

  private struct Member: Hashable {
    let path: String
    /// The type that it stands in.
    let type: String
    let declaration: SwiftDeclaration

    /// Whether a store calls it.
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
      // A value that a process computes once would keep the result of one test's mutant.
      let shared = Self.reached(of: own, from: constants.filter(isOwn), in: sources)
      let rest = own.filter { !shared.contains($0) || $0.isRoot(in: sources) }
      let roots = rest.filter { $0.type == feature && $0.isRoot(in: sources) }
      add(Self.reached(of: rest, from: roots, in: sources), of: feature, in: sources)
    }
    places.sort { $0.path < $1.path }
  }

  /// The innermost feature that a type is, or stands in.
  private static func feature(of type: String, among reducers: Set<String>) -> String? {
    var name = type[...]
    while true {
      if reducers.contains(String(name)) { return String(name) }
      guard let dot = name.lastIndex(of: ".") else { return nil }
      name = name[..<dot]
    }
  }

  /// The members that some code may come to, by their names; the code itself included.
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
  /// Whether it has a value that a process computes once.
  fileprivate func isConstant(in source: SwiftSource) -> Bool {
    ["let", "var"].contains(keyword) && modifiers.contains("static") && body == nil
      && tokens.contains { source.text($0) == "=" }
  }

  /// Whether the macro `@Reducer` makes it a feature, which then has no inheritance clause.
  fileprivate func isMarkedReducer(in source: SwiftSource) -> Bool {
    attributes.contains { source.name(ofAttribute: $0) == "@Reducer" }
  }

  /// Whether it is `reduce(into:action:)`.
  fileprivate func isReduce(in source: SwiftSource) -> Bool {
    keyword == "func" && name == "reduce" && source.text(signature).contains("inout")
  }
}

extension SwiftSource {
  /// The code between `#if` and `#endif`.
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
