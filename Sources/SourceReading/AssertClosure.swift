/// Finds the parts of a statement: its closure, the statements in that, their targets.
///
/// It knows brackets, strings and comments, and no more of the language.
package struct StatementReader {
  private var rest: Substring

  /// - Parameter column: Where the arguments of the call begin, counted from 1; ignored if they do not.
  init(_ text: String, column: Int = 0) {
    let utf8 = text.utf8
    if column > 1,
      let start = utf8.index(utf8.startIndex, offsetBy: column - 1, limitedBy: utf8.endIndex),
      start < utf8.endIndex, text[start] == "(" || text[start] == "{"
    {
      rest = Self.withoutComments(String(text[start...]))[...]
      return
    }
    let bare = Self.withoutComments(text)
    // The call itself, if something stands before it.
    let call = bare.firstMatch(of: /\.(?:send|receive|assert)\s*(?=[({])/)
    rest =
      call.map { bare[$0.range.upperBound...].drop(while: { $0.isWhitespace })[...] } ?? bare[...]
  }

  /// What stands between the braces of the closure that the call ends with, or that is its `assert`
  /// argument; `nil` if there is none to be read.
  mutating func closure() -> String? {
    while let next = rest.first {
      switch next {
      case "{":
        return Self.group(&rest)
      case "(":
        guard let arguments = Self.group(&rest) else { return nil }
        // A regular expression is parsed each time that it is met, which takes longer than the search.
        if arguments.contains("assert:"),
          let label = arguments.firstMatch(of: /(?:^|[,\n(])\s*assert:\s*/)
        {
          var value = arguments[label.range.upperBound...]
          return value.first == "{" ? Self.group(&value) : nil
        }
        rest = rest.drop { $0.isWhitespace }
        if rest.first != "{", rest.first != "." { return nil }
      default:
        rest = rest.dropFirst()
      }
    }
    return nil
  }

  /// Reads from an opening bracket beyond the one that closes it, and returns what is in between.
  static func group(_ text: inout Substring) -> String? {
    var depth = 0
    var index = text.startIndex
    while index < text.endIndex {
      switch text[index] {
      case "(", "[", "{": depth += 1
      case ")", "]", "}":
        depth -= 1
        if depth == 0 {
          let inside = text[text.index(after: text.startIndex)..<index]
          text = text[text.index(after: index)...]
          return String(inside)
        }
      case "\"":
        index = endOfString(from: index, in: text)
      default: break
      }
      if index < text.endIndex { index = text.index(after: index) }
    }
    return nil
  }

  /// The first of several arguments, without space around it.
  static func firstArgument(of text: String) -> String {
    var depth = 0
    var result = ""
    for character in text {
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      if character == ",", depth == 0 { break }
      result.append(character)
    }
    return String(result.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }

  struct Statement {
    let text: String
    /// Whether it need not run: it is in a branch, or behind a way out.
    let isConditional: Bool
    let isInLoop: Bool
  }

  private static let branches: Set = ["if", "else", "guard", "switch", "case", "default", "while"]
  private static let blocks: Set = branches.union(["for", "do", "defer", "repeat"])
  private static let exits: Set = ["guard", "return", "break", "continue", "throw"]

  /// The statements of a closure's body, those in the blocks of `if` and `for` included. What closures in
  /// them say is left out: it is about parameters of their own.
  static func statements(of body: String) -> [Statement] {
    var statements: [Statement] = []
    var current = ""
    var depth = 0
    var outer: [String] = []
    var isBehindExit = false
    var index = body.startIndex
    func firstWord() -> String {
      String(current.drop { $0.isWhitespace }.prefix { $0.isLetter })
    }
    func flush() {
      if current.contains(where: { !$0.isWhitespace }) {
        statements.append(
          Statement(
            text: current,
            isConditional: isBehindExit || outer.contains(where: branches.contains),
            isInLoop: outer.contains("for")))
        if exits.contains(firstWord()) { isBehindExit = true }
      }
      current = ""
    }
    while index < body.endIndex {
      let character = body[index]
      switch character {
      case "(", "[":
        depth += 1
        current.append(character)
      case ")", "]":
        depth -= 1
        current.append(character)
      case "{":
        let word = firstWord()
        if depth == 0, blocks.contains(word) {
          flush()
          outer.append(word)
        } else {
          var rest = body[index...]
          guard group(&rest) != nil else { return statements }
          current += "{}"
          index = rest.startIndex
          continue
        }
      case "}":
        flush()
        _ = outer.popLast()
      case ";" where depth == 0:
        flush()
      case "\n" where depth == 0:
        let next = body[index...].drop { $0.isWhitespace }.first
        if next == "." || next == "?" || endsOpen(current) { current += " " } else { flush() }
      case "\"":
        let end = endOfString(from: index, in: body[...])
        current += body[index...min(end, body.index(before: body.endIndex))]
        index = end
      default:
        current.append(character)
      }
      if index < body.endIndex { index = body.index(after: index) }
    }
    flush()
    return statements
  }

  private static func endsOpen(_ text: String) -> Bool {
    guard let last = text.last(where: { !$0.isWhitespace }) else { return false }
    return "=+-*/,&|<:".contains(last)
  }

  /// What a statement assigns to, if it assigns, and the rest of it.
  static func assignment(in statement: String) -> (target: String?, value: String) {
    var depth = 0
    var previous: Character = " "
    var index = statement.startIndex
    while index < statement.endIndex {
      let character = statement[index]
      switch character {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case "\"": index = endOfString(from: index, in: statement[...])
      case "=" where depth == 0:
        let next = statement.index(after: index)
        let isComparison =
          "=!<>~".contains(previous) || next < statement.endIndex && statement[next] == "="
        if !isComparison { return (String(statement[..<index]), String(statement[next...])) }
      default: break
      }
      previous = character
      if index < statement.endIndex { index = statement.index(after: index) }
    }
    return (nil, statement)
  }

  /// The index of the quote that ends a string: of any number of number signs and lines, with strings in
  /// its interpolations.
  private static func endOfString(from start: String.Index, in text: Substring) -> String.Index {
    let whole = text.base[..<text.endIndex]
    let signs = whole[..<start].reversed().prefix { $0 == "#" }.count
    let raw = String(repeating: "#", count: signs)
    let quote = whole[start...].hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    var index = whole.index(start, offsetBy: quote.count)
    while index < whole.endIndex {
      let rest = whole[index...]
      if rest.hasPrefix(quote + raw) { return whole.index(index, offsetBy: quote.count - 1) }
      if rest.hasPrefix("\\" + raw) {
        index = whole.index(index, offsetBy: 1 + signs)
        if index < whole.endIndex, whole[index] == "(" {
          var group = whole[index...]
          guard Self.group(&group) != nil else { return whole.endIndex }
          index = group.startIndex
          continue
        }
      }
      if index < whole.endIndex { index = whole.index(after: index) }
    }
    return index
  }

  /// Where the strings of a text are, with their quotes.
  static func strings(in text: String) -> [Range<String.Index>] {
    var strings: [Range<String.Index>] = []
    var index = text.startIndex
    while index < text.endIndex {
      let start = index
      if text[index] == "\"" {
        index = endOfString(from: index, in: text[...])
        strings.append(start..<index)
      }
      if index < text.endIndex { index = text.index(after: index) }
    }
    return strings
  }

  static func withoutStrings(_ text: String) -> String {
    strings(in: text).reversed().reduce(into: text) { $0.removeSubrange($1) }
  }

  package static func withoutComments(_ text: String) -> String {
    var result = ""
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == "\"" {
        let end = endOfString(from: index, in: text[...])
        result += text[index..<end]
        index = end
        if index == text.endIndex { break }
      } else if text[index...].hasPrefix("//") {
        index = text[index...].firstIndex(of: "\n") ?? text.endIndex
        continue
      }
      result.append(text[index])
      index = text.index(after: index)
    }
    return result
  }
}
