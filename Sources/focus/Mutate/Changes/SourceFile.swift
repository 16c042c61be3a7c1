import SourceReading

/// A file of a package, with the names that it declares and uses.
package struct SourceFile: Hashable, Sendable {
  /// The path relative to the package.
  package let path: String

  /// The target that compiles the file.
  package let target: String

  /// The types that the file declares or extends, and the types around them: `Home`, `Home.Row`.
  package private(set) var types: Set<String> = []

  /// All words of the file.
  package private(set) var mentionedNames: Set<String> = []

  /// Declarations at the top level.
  package private(set) var declarations: [Declaration] = []

  /// The types with a `State` or an `Action`, and those that declare a conformance to a reducer protocol.
  private(set) var features: Set<String> = []

  private let isSwift: Bool

  /// A top-level declaration, which may connect a test with the code that it reaches.
  package struct Declaration: Hashable, Sendable {
    package let target: String
    package let path: String
    let keyword: String
    let name: String
    let isPrivate: Bool
    /// Whether the declaration is a test, or a type with tests.
    let isTest: Bool
    let conforms: Bool
    let members: Set<String>
    package let mentionedNames: Set<String>

    /// The types that the declaration declares or extends, including nested types.
    package let types: Set<String>

    // The rest of the package determines these properties.

    /// The declared names that other files can use: the name itself, or the members of another package's type.
    package fileprivate(set) var names: Set<String> = []
    package fileprivate(set) var isFeature = false
    /// Whether code can use the declaration without naming it, such as an operator or a conformance of another
    /// package's type.
    package fileprivate(set) var isUsedUnnamed = false
  }

  /// Reads a file.
  ///
  /// - Parameter source: The source; `nil` for a file that isn't Swift, such as a resource. Any code may depend on it.
  package init(path: String, target: String, _ source: SwiftSource? = nil) {
    self.path = path
    self.target = target
    isSwift = source != nil
    guard let source else { return }
    mentionedNames = source.names
    for (name, type) in source.types() {
      types.insert(name)
      let members = source.members(of: type)
      let words = source.names(in: type.signature)
      if members.contains(where: { ["State", "Action"].contains($0.name) })
        || type.keyword != "protocol" && !words.isDisjoint(with: ["Reducer", "ReducerOf"])
      {
        features.insert(name)
      }
    }
    for declaration in source.declarations() where declaration.keyword != "import" {
      let types = Set(source.types(in: declaration.tokens).map(\.name))
      let members = source.members(of: declaration)
      let isType = declaration.isType
      let signature = source.text(declaration.signature)
      for name in declaration.names {
        declarations.append(
          Declaration(
            target: target, path: path, keyword: declaration.keyword, name: name,
            isPrivate: declaration.isPrivate,
            isTest: !source.testNames(in: [declaration], module: target).isEmpty,
            conforms: isType && signature.contains(":"),
            members: isType ? Set(members.filter { !$0.isPrivate }.flatMap(\.names)) : [],
            mentionedNames: source.names(in: declaration.tokens), types: types))
      }
    }
  }

  /// The types that the file declares.
  var ownTypes: Set<String> { Set(declarations.filter { $0.keyword != "extension" }.map(\.name)) }

  /// Sets the properties of the declarations that the rest of the package determines.
  ///
  /// - Parameters:
  ///   - features: The types of the package that are features.
  ///   - ownTypes: The types that the package declares.
  mutating func resolve(features: Set<String>, ownTypes: Set<String>) {
    for index in declarations.indices {
      let declaration = declarations[index]
      let root = declaration.name.root
      let isOwn = declaration.keyword != "extension" || ownTypes.contains(root)
      declarations[index].names = isOwn ? [root] : declaration.members
      declarations[index].isFeature = features.contains(root)
      declarations[index].isUsedUnnamed =
        ["operator", "precedencegroup"].contains(declaration.keyword)
        || !isOwn
          && (declaration.conforms || !declaration.members.isDisjoint(with: Self.unnamedMembers))
    }
  }

  private var shared: [Declaration] { declarations.filter { !$0.isPrivate } }

  /// The declared names that other files can use.
  package var declaredNames: Set<String> { Set(shared.flatMap(\.names)) }

  /// Whether code can use a declaration of the file without naming it.
  package var isUsedUnnamed: Bool { !isSwift || shared.contains(where: \.isUsedUnnamed) }

  /// Whether other files can use only features and test suites of the file.
  package var isSelfContained: Bool {
    !isUsedUnnamed && shared.allSatisfy { $0.isFeature || $0.isTest }
  }

  private static let unnamedMembers: Set = ["init", "subscript", "callAsFunction", "func"]

  /// The file as `#fileID` names it.
  package var fileID: String { target + "/" + (path.split(separator: "/").last ?? "") }
}

extension String {
  /// The outermost type of a dotted name.
  fileprivate var root: String { String(prefix { $0 != "." }) }
}
