extension SwiftSource {
  /// The statements or declarations in a range of tokens, each with its attributes.
  package func statements(in range: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start: Int?
    var end = range.lowerBound
    func close() {
      if let first = start, first < end { result.append(first..<end) }
      start = nil
    }
    let range = range.clamped(to: tokens.indices)
    var index = range.lowerBound
    while index < range.upperBound {
      if text(index) == ";" {
        close()
        index += 1
        continue
      }
      if let first = start, tokens[index].startsLine,
        !continues(first..<end, at: index)
      {
        close()
      }
      if start == nil {
        start = index
        if text(index) == "#if" {
          index = endOfConditional(from: index, in: range)
          end = index
          close()
          continue
        }
      }
      index = min(next(after: index), range.upperBound)
      end = index
    }
    close()
    return result
  }

  /// The token after the `#endif` of an `#if`.
  package func endOfConditional(from start: Int, in range: Range<Int>) -> Int {
    let last = directives(from: start, in: range).last
    return last.flatMap { text($0) == "#endif" ? $0 + 1 : nil } ?? range.upperBound
  }

  /// The tokens between the directives of an `#if`.
  func branches(ofConditional range: Range<Int>) -> [Range<Int>] {
    let directives = directives(from: range.lowerBound, in: range)
    return zip(directives, directives.dropFirst()).map { start, end in
      // The condition ends with its line.
      min(firstToken(fromLine: tokens[start].line + 1), end)..<end
    }
  }

  /// An `#if`, and each of its directives up to the `#endif`.
  private func directives(from start: Int, in range: Range<Int>) -> [Int] {
    var directives: [Int] = []
    var depth = 0
    for index in start..<range.upperBound {
      let text = text(index)
      if text == "#if" { depth += 1 }
      if depth == 1, ["#if", "#else", "#elseif", "#endif"].contains(text) {
        directives.append(index)
      }
      if text == "#endif" { depth -= 1 }
      if depth == 0 { return directives }
    }
    return directives
  }

  /// Whether a token at the start of a line continues the previous statement.
  private func continues(_ statement: Range<Int>, at index: Int) -> Bool {
    let last = statement.upperBound - 1
    let (before, this) = (text(last), text(index))
    // The previous token is an operator that needs an operand, or a word that needs more.
    switch tokens[last].kind {
    case .sign:
      // `x!`, `x?`, and `A<B<C>>` end a statement; `try!` and `try?` do not.
      let isAtEnd = before.allSatisfy { "!?>".contains($0) } && text(last - 1) != "try"
      if !isAtEnd || tokens[last].hasSpaceBefore && !tokens[last].startsLine { return true }
    case .mark:
      if [",", ":", "."].contains(before) { return true }
    case .word:
      let isOpen = Self.openWords.contains(before) || Self.controlWords.contains(before)
      if isOpen, text(last - 1) != "." { return true }
      // As in Swift, `return` takes an expression from the next line, even if the function returns nothing.
      if before == "return", text(last - 1) != "." { return !Self.beginsStatement(this) }
    default: break
    }
    // The statement consists of only attributes.
    if attributes(in: statement).end == statement.upperBound { return true }
    switch tokens[index].kind {
    case .mark:
      if this == "." { return true }
      // A closure may be on the line after its call.
      if this == "{" { return before == ")" || opensBlock(statement) }
      return this == ":" || this == ","
    case .sign:
      // A binary operator has space on both sides. A prefix operator begins a statement. `>` ends generic parameters.
      return tokens[index].hasSpaceAfter || this.hasPrefix(">")
    case .word:
      if ["else", "catch", "where", "as", "is", "in"].contains(this) { return true }
      // The end of a signature.
      if ["async", "throws"].contains(this) { return before == ")" && text(index + 1) != "let" }
      if this == "while" { return text(statement.lowerBound) == "repeat" }
      // The label of another trailing closure.
      return before == "}" && text(index + 1) == ":" && text(index + 2) == "{"
    default:
      return false
    }
  }

  /// The words that can't end a statement.
  private static let openWords: Set = [
    "await", "try", "let", "var", "func", "class", "struct", "enum", "where", "as", "is", "in",
    "throw", "case", "import", "extension", "inout",
  ]

  private static func beginsStatement(_ word: String) -> Bool {
    word.hasPrefix("#") || word.hasPrefix("@") || controlWords.contains(word)
      || SwiftDeclaration.keywords.contains(word) || SwiftDeclaration.modifiers.contains(word)
      || ["break", "continue", "default", "fallthrough", "return", "throw"].contains(word)
  }

  private func opensBlock(_ statement: Range<Int>) -> Bool {
    let keyword = attributes(in: statement).end
    return keyword < statement.upperBound
      && (SwiftDeclaration.keywords.contains(text(keyword))
        || Self.controlWords.contains(text(keyword)))
  }

  /// Whether a statement has blocks: a control statement, perhaps with a label, or a conditional compilation.
  package func hasBlocks(_ statement: Range<Int>) -> Bool {
    let word =
      text(statement.lowerBound + 1) == ":"
      ? text(statement.lowerBound + 2) : text(statement.lowerBound)
    return word == "#if" || Self.controlWords.contains(word)
  }

  /// The keywords that begin a statement with blocks.
  package static let controlWords: Set = [
    "if", "guard", "for", "while", "repeat", "switch", "do", "defer",
  ]

  /// The attributes of a declaration with their arguments, and the first token after its attributes and modifiers.
  func attributes(in range: Range<Int>) -> (attributes: [Range<Int>], end: Int) {
    var attributes: [Range<Int>] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let (start, word) = (index, text(index))
      guard word.hasPrefix("@") || isModifier(word, at: index, in: range) else { break }
      index = word.hasPrefix("@") ? endOfAttributeName(index) : index + 1
      if word.hasPrefix("@"), text(index) == "<" {
        index = endOfGenericArguments(index, in: range)
      }
      if index < range.upperBound, text(index) == "(", !tokens[index].hasSpaceBefore {
        index = next(after: index)
      }
      index = min(index, range.upperBound)
      if word.hasPrefix("@") { attributes.append(start..<index) }
    }
    return (attributes, index)
  }

  /// The token after the generic arguments that a `<` opens.
  package func endOfGenericArguments(_ start: Int, in range: Range<Int>) -> Int {
    var (index, depth) = (start, 0)
    repeat {
      let sign = text(index)
      if sign != "->" { depth += sign.count { $0 == "<" } - sign.count { $0 == ">" } }
      index = next(after: index)
    } while depth > 0 && index < range.upperBound
    return index
  }

  /// The token after the name of an attribute, which may have a module: `@Testing.Test`.
  func endOfAttributeName(_ start: Int) -> Int {
    var end = start + 1
    while text(end) == ".", !tokens[end].hasSpaceBefore { end += 2 }
    return end
  }

  /// The name of an attribute without its module: `@Test`.
  package func name(ofAttribute attribute: Range<Int>) -> String {
    let last = endOfAttributeName(attribute.lowerBound) - 1
    return last == attribute.lowerBound ? text(last) : "@" + text(last)
  }

  private func isModifier(_ word: String, at index: Int, in range: Range<Int>) -> Bool {
    guard SwiftDeclaration.modifiers.contains(word), tokens[index].kind == .word else {
      return false
    }
    // `private(set) var`, but `open(url)`.
    if text(index + 1) == "(" {
      return ["set", "safe", "unsafe", "nonsending"].contains(text(index + 2))
    }
    // `class func`, but `class Name`.
    return word != "class" || index + 1 == range.upperBound
      || ["func", "var", "subscript"].contains(text(index + 1))
  }
}
