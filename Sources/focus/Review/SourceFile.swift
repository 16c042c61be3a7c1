import SourceReading

/// A file of a package, with the names that it declares and uses.
package struct SourceFile: Hashable, Sendable {
  /// The path relative to the package.
  package let path: String

  /// The target that compiles the file.
  package let target: String

  /// The types that the file declares or extends, and the types around them: `Home`, `Home.Row`.
  package private(set) var types: Set<String> = []

  /// The declared names that other files can use: top-level names, and members in extensions of other packages'
  /// types.
  package private(set) var declaredNames: Set<String> = []

  /// All words of the file.
  package private(set) var mentionedNames: Set<String> = []

  /// Declarations at the top level.
  package private(set) var declarations: [Declaration] = []

  /// A top-level declaration, which may connect a test with the code that it reaches.
  package struct Declaration: Hashable, Sendable {
    /// The declaration's names, as in ``SourceFile/declaredNames``.
    package let names: Set<String>
    package let mentionedNames: Set<String>

    /// The types that the declaration declares or extends, including nested types.
    package let types: Set<String>
    package let isFeature: Bool
    package let isUsedUnnamed: Bool
    package let target: String
    package let path: String
  }

  /// Whether other files can use only features and test suites of the file.
  package private(set) var isSelfContained = false

  /// Whether code can use a declaration of the file without naming it, such as an operator or a conformance of
  /// another package's type.
  package private(set) var isUsedUnnamed = true

  /// Creates a file that isn't Swift, such as a resource. Any code may depend on it.
  package init(path: String, target: String) {
    self.path = path
    self.target = target
  }

  /// - Parameters:
  ///   - features: The types of the package that are features.
  ///   - ownTypes: The types that the package declares.
  package init(
    path: String, target: String, _ outline: SourceOutline, features: Set<String>,
    ownTypes: Set<String>
  ) {
    self.init(path: path, target: target)
    types = outline.types
    mentionedNames = outline.mentionedNames
    isSelfContained = true
    isUsedUnnamed = false
    for item in outline.items {
      let root = item.name.root
      let isOwn = item.keyword != "extension" || ownTypes.contains(root)
      let declaration = Declaration(
        names: isOwn ? [root] : item.members, mentionedNames: item.mentionedNames,
        types: item.types, isFeature: features.contains(root),
        isUsedUnnamed: item.keyword == "operator" || item.keyword == "precedencegroup"
          || !isOwn && (item.conforms || !item.members.isDisjoint(with: Self.unnamedMembers)),
        target: target, path: path)
      declarations.append(declaration)
      if item.isPrivate { continue }
      declaredNames.formUnion(declaration.names)
      if declaration.isUsedUnnamed { isUsedUnnamed = true }
      if !declaration.isFeature, !item.isTest { isSelfContained = false }
    }
    if isUsedUnnamed { isSelfContained = false }
  }

  private static let unnamedMembers: Set = ["init", "subscript", "callAsFunction", "func"]

  /// The file as `#fileID` names it.
  package var fileID: String { target + "/" + (path.split(separator: "/").last ?? "") }
}

/// The declarations of a Swift file, read without the rest of its package.
package struct SourceOutline: Hashable, Sendable {
  /// A top-level declaration.
  struct Item: Hashable, Sendable {
    var keyword: String
    var name: String
    var isPrivate: Bool
    /// Whether the declaration is a test, or a type with tests.
    var isTest: Bool
    var conforms: Bool
    var members: Set<String>
    var mentionedNames: Set<String>
    var types: Set<String>
  }

  private(set) var items: [Item] = []
  private(set) var types: Set<String> = []

  /// The types with a `State` or an `Action`, and those that declare a conformance to a reducer
  /// protocol.
  private(set) var features: Set<String> = []
  let mentionedNames: Set<String>

  var ownTypes: Set<String> { Set(items.filter { $0.keyword != "extension" }.map(\.name)) }

  package init(_ source: SwiftSource) {
    mentionedNames = source.names
    for (name, type) in source.types() {
      types.insert(name)
      let members = type.body.map { source.declarations(in: $0) } ?? []
      let words = source.names(in: type.signature)
      if members.contains(where: { ["State", "Action"].contains($0.name) })
        || type.keyword != "protocol" && !words.isDisjoint(with: ["Reducer", "ReducerOf"])
      {
        features.insert(name)
      }
    }
    for declaration in source.declarations() where declaration.keyword != "import" {
      let types = Set(source.types(in: declaration.tokens).map(\.name))
      let members = declaration.body.map { source.declarations(in: $0) } ?? []
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
}

extension SwiftSource {
  fileprivate func isTest(_ declaration: SwiftDeclaration) -> Bool {
    declaration.keyword == "func"
      && (declaration.name.hasPrefix("test") || isSwiftTest(declaration))
  }

  /// Whether some members are tests, directly or in a nested type.
  fileprivate func areTests(_ members: [SwiftDeclaration]) -> Bool {
    members.contains { member in
      if isTest(member) { return true }
      let inner = member.isType ? member.body.map { declarations(in: $0) } ?? [] : []
      return areTests(inner)
    }
  }
}

extension String {
  /// The outermost type of a dotted name.
  fileprivate var root: String { String(prefix { $0 != "." }) }
}
