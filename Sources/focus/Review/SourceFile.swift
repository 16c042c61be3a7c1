import SourceReading

/// A file of a package, as far as other files depend on it: what it declares, and what it names.
package struct SourceFile: Hashable, Sendable {
  /// Relative to the package.
  package let path: String

  /// The target that compiles it.
  package let target: String

  /// The types that it declares or extends, with those around them: `Home`, `Home.Row`.
  package let types: Set<String>

  /// What other files call what it declares: the names of what stands in no type, and of members where
  /// the type is one of another package.
  package let declaredNames: Set<String>

  /// All words of the file.
  package let mentionedNames: Set<String>

  /// What stands in no other declaration.
  package let declarations: [Declaration]

  /// A declaration as a step on the way from a test to what it comes to.
  package struct Declaration: Hashable, Sendable {
    /// What calls it, as for ``SourceFile/declaredNames``.
    package let names: Set<String>
    package let mentionedNames: Set<String>

    /// The types that it declares or extends, those inside of it included.
    package let types: Set<String>
    package let isUsedUnnamed: Bool
  }

  /// Whether other files see no more of it than features and suites of tests.
  package let isSelfContained: Bool

  /// Whether it declares what is used without being named: an operator, a conformance of a type of
  /// another package.
  package let isUsedUnnamed: Bool

  /// A file that is no Swift, such as a resource: whatever there is may depend on it.
  package init(path: String, target: String) {
    self.init(path: path, target: target, names: nil)
  }

  /// - Parameters:
  ///   - features: The types of the package that are features.
  ///   - ownTypes: The types that the package declares.
  package init(
    path: String, target: String, _ outline: SourceOutline, features: Set<String>,
    ownTypes: Set<String>
  ) {
    self.init(
      path: path, target: target,
      names: Names(outline, features: features, ownTypes: ownTypes))
  }

  private struct Names {
    var types: Set<String>
    var mentioned: Set<String>
    var declared: Set<String> = []
    var declarations: [Declaration] = []
    var isSelfContained = true
    var isUsedUnnamed = false

    init(_ outline: SourceOutline, features: Set<String>, ownTypes: Set<String>) {
      types = outline.types
      mentioned = outline.mentionedNames
      for item in outline.items {
        let root = item.name.root
        let isOwn = item.keyword != "extension" || ownTypes.contains(root)
        let declaration = Declaration(
          names: isOwn ? [root] : item.members, mentionedNames: item.mentionedNames,
          types: item.types,
          isUsedUnnamed: item.keyword == "operator" || item.keyword == "precedencegroup"
            || !isOwn && (item.conforms || !item.members.isDisjoint(with: Self.unnamedMembers)))
        declarations.append(declaration)
        if item.isPrivate { continue }
        declared.formUnion(declaration.names)
        isUsedUnnamed = isUsedUnnamed || declaration.isUsedUnnamed
        let isUnit = features.contains(root) || item.isTest
        isSelfContained = isSelfContained && isUnit
      }
      isSelfContained = isSelfContained && !isUsedUnnamed
    }

    private static let unnamedMembers: Set = ["init", "subscript", "callAsFunction", "func"]
  }

  private init(path: String, target: String, names: Names?) {
    self.path = path
    self.target = target
    types = names?.types ?? []
    declaredNames = names?.declared ?? []
    mentionedNames = names?.mentioned ?? []
    declarations = names?.declarations ?? []
    isSelfContained = names?.isSelfContained ?? false
    isUsedUnnamed = names?.isUsedUnnamed ?? true
  }

  /// The file as `#fileID` names it.
  package var fileID: String { target + "/" + (path.split(separator: "/").last ?? "") }
}

/// What a Swift file declares, before it is known what the rest of its package declares.
package struct SourceOutline: Hashable, Sendable {
  /// A declaration that stands in no other one.
  struct Item: Hashable, Sendable {
    var keyword: String
    var name: String
    var isPrivate: Bool
    /// Whether it is a test, or a type with tests and nothing else that other files could name.
    var isTest: Bool
    var conforms: Bool
    var members: Set<String>
    var mentionedNames: Set<String>
    var types: Set<String>
  }

  private(set) var items: [Item] = []
  private(set) var types: Set<String> = []

  /// The types with a `State` or an `Action`, and those that say that they are reducers.
  private(set) var features: Set<String> = []
  let mentionedNames: Set<String>

  package init(_ source: SwiftSource) {
    mentionedNames = source.names(in: source.tokens.indices)
    for declaration in source.flatDeclarations(in: source.tokens.indices) {
      if declaration.keyword == "import" { continue }
      var types: Set<String> = []
      collectTypes(of: declaration, in: source, around: "", into: &types)
      self.types.formUnion(types)
      let members = declaration.body.map { source.flatDeclarations(in: $0) } ?? []
      let isType = declaration.isType
      let signature = source.text(declaration.signature)
      for name in declaration.names {
        items.append(
          Item(
            keyword: declaration.keyword, name: name, isPrivate: declaration.isPrivate,
            isTest: isType ? source.areTests(members) : source.isTest(declaration),
            conforms: isType && signature.contains(":"),
            members: isType ? Set(members.filter { !$0.isPrivate }.flatMap(\.names)) : [],
            mentionedNames: source.names(in: declaration.tokens), types: types))
      }
    }
  }

  private mutating func collectTypes(
    of declaration: SwiftDeclaration, in source: SwiftSource, around outer: String,
    into types: inout Set<String>
  ) {
    guard let body = declaration.body else { return }
    var inner = outer
    if declaration.isType {
      inner = outer.isEmpty ? declaration.name : outer + "." + declaration.name
      types.insert(inner)
      let words = source.names(in: declaration.signature)
      if !words.isDisjoint(with: ["Reducer", "ReducerOf"]), declaration.keyword != "protocol" {
        features.insert(inner)
      }
    }
    for member in source.flatDeclarations(in: body) {
      if member.name == "State" || member.name == "Action", !inner.isEmpty {
        features.insert(inner)
      }
      collectTypes(of: member, in: source, around: inner, into: &types)
    }
  }
}

extension SwiftSource {
  /// The declarations of a range, those between `#if` and `#endif` included.
  fileprivate func flatDeclarations(in range: Range<Int>) -> [SwiftDeclaration] {
    statements(in: range).flatMap { statement -> [SwiftDeclaration] in
      if text(statement.lowerBound) == "#if" {
        return branches(of: statement).flatMap { flatDeclarations(in: $0) }
      }
      return declaration(statement).map { [$0] } ?? []
    }
  }

  /// What stands between the directives of an `#if`.
  private func branches(of conditional: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var depth = 0
    var start: Int?
    for index in conditional {
      switch text(index) {
      case "#if": depth += 1
      case "#endif": depth -= 1
      case "#else", "#elseif": break
      default: continue
      }
      let isOwn = depth == (text(index) == "#if" ? 1 : text(index) == "#endif" ? 0 : 1)
      guard isOwn else { continue }
      if let start, start < index { result.append(start..<index) }
      // The condition ends with its line.
      start = (index..<conditional.upperBound).first { tokens[$0].line > tokens[index].line }
    }
    return result
  }

  fileprivate func isTest(_ declaration: SwiftDeclaration) -> Bool {
    declaration.keyword == "func"
      && (declaration.name.hasPrefix("test")
        || declaration.attributes.contains { text($0.lowerBound) == "@Test" })
  }

  /// Whether a type has tests, and all else of it serves them.
  fileprivate func areTests(_ members: [SwiftDeclaration]) -> Bool {
    members.contains { member in
      if isTest(member) { return true }
      let inner = member.isType ? member.body.map { flatDeclarations(in: $0) } ?? [] : []
      return areTests(inner)
    }
  }
}

extension String {
  /// The outermost type of a dotted name.
  fileprivate var root: String { String(prefix { $0 != "." }) }
}
