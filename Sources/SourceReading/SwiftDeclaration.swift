/// The tokens of a declaration in a Swift file.
package struct SwiftDeclaration: Hashable, Sendable {
  /// The keyword of the declaration: `func`, `struct`, `let`.
  package let keyword: String

  /// The declared name without backticks, or the names of a tuple.
  package let names: [String]

  /// All of its tokens.
  package let tokens: Range<Int>

  /// The attributes of the declaration, with their arguments.
  package let attributes: [Range<Int>]

  package let modifiers: [String]

  /// The tokens between its keyword and its body.
  package let signature: Range<Int>

  /// The tokens between its braces.
  package let body: Range<Int>?

  package var name: String { names.first ?? "" }

  package var isType: Bool {
    ["class", "struct", "enum", "actor", "extension", "protocol"].contains(keyword)
  }

  package static let keywords: Set = [
    "func", "class", "struct", "enum", "actor", "extension", "protocol", "let", "var", "init",
    "deinit", "subscript", "typealias", "import", "case", "associatedtype", "operator", "macro",
  ]

  package static let modifiers: Set = [
    "public", "private", "fileprivate", "internal", "package", "open", "final", "static", "class",
    "override", "mutating", "nonmutating", "nonisolated", "lazy", "weak", "unowned", "dynamic",
    "required", "convenience", "indirect", "consuming", "borrowing", "prefix", "postfix", "infix",
    "isolated", "async", "sending",
  ]
}

extension SwiftSource {
  /// The declarations in a range of tokens, including those in each branch of an `#if`. The default is the
  /// whole file.
  package func declarations(in range: Range<Int>? = nil) -> [SwiftDeclaration] {
    statements(in: range ?? tokens.indices).flatMap { statement in
      // A branch without an end can contain any number of other branches, and is skipped.
      text(statement.lowerBound) == "#if"
        ? branches(ofConditional: statement).flatMap { declarations(in: $0) }
        : declaration(statement).map { [$0] } ?? []
    }
  }

  /// The declarations in the body of a declaration.
  package func members(of declaration: SwiftDeclaration) -> [SwiftDeclaration] {
    declaration.body.map { declarations(in: $0) } ?? []
  }

  /// The types that are declared or extended in a range of tokens, including nested types, by their full names: `Home`,
  /// `Home.Row`.
  package func types(
    in range: Range<Int>? = nil, of outer: String = ""
  ) -> [(name: String, declaration: SwiftDeclaration)] {
    declarations(in: range).flatMap { declaration in
      guard let body = declaration.body else { return [] as [(String, SwiftDeclaration)] }
      guard declaration.isType else { return types(in: body, of: outer) }
      let name = outer.isEmpty ? declaration.name : outer + "." + declaration.name
      return [(name, declaration)] + types(in: body, of: name)
    }
  }

  /// The cases that the body of an enum declares: the token of each name, and its payload.
  package func declaredCases(in body: Range<Int>) -> [(name: Int, payload: Range<Int>)] {
    declarations(in: body).filter { $0.keyword == "case" }
      .flatMap { arguments(in: $0.signature) }
      .compactMap { part in part.first.map { ($0, part.dropFirst()) } }
  }

  /// The declaration in the tokens of a statement, or `nil` if the statement isn't a declaration.
  package func declaration(_ range: Range<Int>) -> SwiftDeclaration? {
    let (attributes, start) = attributes(in: range)
    guard start < range.upperBound else { return nil }
    let keyword = text(start)
    guard SwiftDeclaration.keywords.contains(keyword), tokens[start].kind == .word else {
      return nil
    }
    let outer = outerTokens(in: start + 1..<range.upperBound)
    // The braces of a variable without a value contain accessors.
    let hasValue = ["let", "var"].contains(keyword) && outer.contains { text($0) == "=" }
    let brace = hasValue ? nil : outer.last { text($0) == "{" && partner(of: $0) != nil }
    return SwiftDeclaration(
      keyword: keyword, names: names(after: start, keyword, in: range), tokens: range,
      attributes: attributes,
      modifiers: (range.lowerBound..<start).map(text)
        .filter { SwiftDeclaration.modifiers.contains($0) },
      signature: start + 1..<(brace ?? range.upperBound),
      body: brace.flatMap(inside))
  }

  private func names(after start: Int, _ keyword: String, in range: Range<Int>) -> [String] {
    let first = start + 1
    guard first < range.upperBound else { return [keyword] }
    switch keyword {
    case "init", "deinit", "subscript": return [keyword]
    case "extension", "import":
      // Reads a dotted name.
      var name = ""
      var index =
        keyword == "import" && SwiftDeclaration.keywords.contains(text(first)) ? first + 1 : first
      while index < range.upperBound, tokens[index].kind == .word || text(index) == ".",
        text(index) != "where", !(tokens[index].startsLine && index > first)
      {
        name += text(index).withoutBackticks
        index += 1
      }
      return [name]
    case "let", "var":
      guard text(first) == "(", let inside = inside(first) else {
        return [text(first).withoutBackticks]
      }
      return arguments(in: inside).compactMap { $0.last }.map { text($0).withoutBackticks }
    default:
      return [text(first).withoutBackticks]
    }
  }
}
