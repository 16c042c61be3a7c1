/// The fields that an assert closure is about, read from its source.
///
/// A closure that states right values changes nothing, so running it does not tell what it compared, and
/// running it on another state could trap, record issues and count as one more run. Its source says it:
/// `$0.age = 34` compares `age`, `$0.rows[0].tags.insert("a")` compares `rows[0].tags`, and
/// `#expect($0.name == "Blob")` compares `name`.
package struct ClosureFields: Hashable, Sendable {
  package private(set) var paths: [Path] = []
  /// Whether each of the closure's statements has been understood. A closure in a variable, or one that
  /// calls a function with the state, may compare anything.
  package private(set) var isComplete = true

  package static let unknown = ClosureFields(paths: [], isComplete: false)

  package init(paths: [Path], isComplete: Bool) {
    self.paths = paths
    self.isComplete = isComplete
  }

  /// - Parameter closure: The tokens between the braces.
  package init(_ closure: Range<Int>, in source: SwiftSource) {
    self.init(AssertClosure(closure, in: source), in: source)
  }

  package init(_ closure: AssertClosure, in source: SwiftSource) {
    for statement in closure.statements {
      for path in closure.paths(in: statement, of: source) {
        if path.parts.isEmpty, path.comparison != .whole {
          isComplete = false
        } else {
          paths.append(path)
        }
      }
    }
  }
}

// MARK: - Statements

extension AssertClosure {
  /// What a statement compares. A path without parts is the state as a whole.
  package func paths(in statement: Statement, of source: SwiftSource) -> [ClosureFields.Path] {
    let reader = StatementReader(parameter: parameter, source: source)
    return reader.paths(in: statement.tokens).map { path in
      var path = path
      if statement.isConditional { path.comparison = .possible }
      path.isInLoop = statement.isInLoop
      return path
    }
  }
}

extension SwiftSource {
  /// The operator by which a statement assigns, if it does.
  func assignment(in statement: Range<Int>) -> Int? {
    outerTokens(in: statement).first { index in
      guard tokens[index].kind == .sign else { return false }
      let sign = text(index)
      return sign.hasSuffix("=")
        && !["==", "!=", "<=", ">=", "===", "!==", "~=", ".=="].contains(sign)
    }
  }
}

/// Reads what the statements of a closure compare.
private struct StatementReader {
  typealias Path = ClosureFields.Path

  let parameter: String
  let source: SwiftSource

  private func text(_ index: Int) -> String { source.text(index) }

  /// The words that begin a statement which compares nothing by itself.
  private static let keywords: Set = [
    "let", "var", "if", "guard", "for", "while", "switch", "case", "default", "return", "else",
    "do", "defer", "repeat", "func", "catch", "throw",
  ]

  /// The functions of which both sides, or the only one, are what is compared.
  private static let expectations: Set = [
    "#expect", "#require", "expect", "require", "XCTUnwrap", "expectNoDifference", "assert",
    "precondition",
  ]

  /// What is printed is not compared.
  private static let printing: Set = ["print", "debugPrint", "dump"]

  func paths(in statement: Range<Int>) -> [Path] {
    let range = withoutEffects(statement)
    guard let first = range.first else { return [] }
    let word = text(first)
    if source.tokens[first].kind == .word, Self.keywords.contains(word) {
      // What is unwrapped must be there; of the rest, nothing is known.
      return mentions(in: range, as: unwraps(range) ? .aspect : .possible)
    }
    if Self.expectations.contains(word) || word.hasPrefix("XCTAssert"), text(first + 1) == "(" {
      return expected(mentions(in: range, as: .whole), in: range, by: word)
    }
    guard let sign = source.assignment(in: range) else { return called(range) }
    let (target, value) = (first..<sign, sign + 1..<range.upperBound)
    if text(target.first { text($0) != "(" } ?? first) == "_" {
      return unwraps(value) ? mentions(in: value, as: .aspect) : called(withoutEffects(value))
    }
    return assigned(target, sign, value)
  }

  private func withoutEffects(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    while start < range.upperBound, ["try", "await"].contains(text(start)) {
      start += 1
      if ["!", "?"].contains(text(start)), !source.tokens[start].hasSpaceBefore { start += 1 }
    }
    return min(start, range.upperBound)..<range.upperBound
  }

  private func unwraps(_ range: Range<Int>) -> Bool {
    range.contains { ["#require", "XCTUnwrap"].contains(text($0)) && text($0 + 1) == "(" }
  }

  /// `$0.age = 34`, `$0.age += 1`, `($0.a, $0.b) = (1, 2)`.
  private func assigned(_ target: Range<Int>, _ sign: Int, _ value: Range<Int>) -> [Path] {
    let (name, said) = (source.text(target), source.text(value))
    if name == said { return [] }
    var targets = mentions(in: target, as: .whole, isTarget: true)
    let isPlain = targets.count == 1 && text(sign) == "=" && !said.contains(name)
    if !isPlain {
      // What is made of the value itself may have kept any part of it.
      for index in targets.indices { targets[index].comparison = .derived }
    }
    return targets
  }

  /// `$0.tags.insert("a")`, which compares what it changes, or `check(&$0.child)`, which may compare
  /// anything.
  private func called(_ range: Range<Int>) -> [Path] {
    guard let first = range.first else { return [] }
    guard text(first) == parameter else {
      if Self.printing.contains(text(first)), text(first + 1) == "(" { return [] }
      return mentions(in: range, as: .possible)
    }
    let (path, end) = path(after: first, in: range, as: .derived, isTarget: true)
    // A value by itself is not compared, and a method of the state may compare anything.
    guard end < range.upperBound else { return [] }
    return path.parts.isEmpty ? [Path(parts: [], comparison: .possible)] : [path]
  }

  /// What an expectation compares: both sides of an equality with all that is in them, and of everything
  /// else only what it mentions.
  private func expected(_ paths: [Path], in range: Range<Int>, by name: String) -> [Path] {
    let outer = outsideClosures(range)
    let signs = Set(outer.filter { source.tokens[$0].kind != .string }.map(text))
    let isAlternative = outer.contains { index in
      text(index) == "||" || text(index) == "?" && source.tokens[index].hasSpaceBefore
        || text(index).hasSuffix("!") && text(index + 1) == "("
          && !source.tokens[index].hasSpaceAfter
    }
    let isEquality =
      name.hasSuffix("Equal") && !name.hasSuffix("NotEqual") || name == "expectNoDifference"
      || signs.contains("==") || signs.contains("===")
    let comparison: Path.Comparison? =
      if isAlternative {
        .possible
      } else if signs.contains("nil") || signs.contains("!=") || signs.contains("!==") {
        .aspect
      } else if !isEquality || signs.contains("&&") {
        .derived
      } else {
        nil
      }
    guard let comparison else { return paths }
    return paths.map { Path(parts: $0.parts, comparison: comparison) }
  }

  private func outsideClosures(_ range: Range<Int>) -> [Int] {
    var result: [Int] = []
    var index = range.lowerBound
    while index < range.upperBound {
      result.append(index)
      index = text(index) == "{" ? source.next(after: index) : index + 1
    }
    return result
  }

  // MARK: - Paths

  /// The fields of the parameter that some tokens name. In a closure within, `$0` is another thing, and what
  /// has a name may be compared.
  func mentions(
    in range: Range<Int>, as comparison: Path.Comparison, isTarget: Bool = false
  ) -> [Path] {
    guard parameter != "_" else { return [] }
    var paths: [Path] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if text(index) == "{", let inside = source.inside(index) {
        if parameter != "$0" { paths += mentions(in: inside, as: .possible) }
        index = source.next(after: index)
      } else if text(index) == parameter, text(index - 1) != ".", !isLabel(index) {
        let (path, end) = path(after: index, in: range, as: comparison, isTarget: isTarget)
        paths.append(path)
        index = end
      } else {
        index += 1
      }
    }
    return paths
  }

  private func isLabel(_ index: Int) -> Bool {
    text(index + 1) == ":" && ["(", ","].contains(text(index - 1))
  }

  /// Reads a way from behind the parameter, up to the call of a method.
  private func path(
    after parameter: Int, in range: Range<Int>, as comparison: Path.Comparison, isTarget: Bool
  ) -> (path: Path, end: Int) {
    var path = Path(parts: [], comparison: comparison)
    var index = parameter + 1
    while index < range.upperBound {
      let isAttached = !source.tokens[index].hasSpaceBefore
      switch text(index) {
      case "?" where isAttached:
        if isTarget { path.optionalDepth = path.parts.count }
        index += 1
      case "!" where isAttached:
        index += 1
      case "." where index + 1 < range.upperBound:
        let isCall =
          index + 2 < range.upperBound
          && (text(index + 2) == "{"
            || text(index + 2) == "(" && !source.tokens[index + 2].hasSpaceBefore)
        if isCall {
          if path.comparison == .whole { path.comparison = .derived }
          return (path, index)
        }
        // The number of a tuple's part in another one is `0.1`.
        let names = text(index + 1).withoutBackticks.split(separator: ".")
        path.parts += names.map { .name(String($0)) }
        index += 2
      case "[" where isAttached:
        guard let inside = source.inside(index), let first = source.arguments(in: inside).first
        else { return (path, index) }
        if let names = source.names(ofKeyPath: first) {
          path.parts += names.map(Path.Part.name)
        } else if text(first.lowerBound) == "keyPath" {
          path.comparison = .possible
          return (path, index)
        } else {
          path.parts.append(source.element(first))
        }
        index = source.next(after: index)
      default:
        return (path, index)
      }
    }
    return (path, index)
  }
}

extension SwiftSource {
  /// The fields of `keyPath: \.user.name`; `nil` if the argument is another one, or the key path has more.
  fileprivate func names(ofKeyPath argument: Range<Int>) -> [String]? {
    let start = argument.lowerBound
    guard argument.count > 4, text(start) == "keyPath", text(start + 2) == "\\" else { return nil }
    var names: [String] = []
    for index in start + 3..<argument.upperBound {
      switch text(index) {
      case ".", "?", "!", "?.", "!.": break
      case let name where tokens[index].kind == .word: names.append(name.withoutBackticks)
      default: return nil
      }
    }
    // The type at the root.
    return text(start + 3) == "."
      ? names : Array(names.dropFirst().drop { $0.first?.isUppercase == true })
  }

  /// The element that an argument of a subscript names.
  fileprivate func element(_ argument: Range<Int>) -> ClosureFields.Path.Part {
    let hasLabel = text(argument.lowerBound) == "id" && text(argument.lowerBound + 1) == ":"
    let value = argument.dropFirst(hasLabel ? 2 : 0)
    let text = (hasLabel ? "id: " : "") + text(value.startIndex..<value.endIndex)
    let isNegative = value.first.map(self.text) == "-"
    guard value.count == (isNegative ? 2 : 1), let last = value.last else {
      return .computed(text)
    }
    let literal = self.text(last)
    let isLiteral =
      switch tokens[last].kind {
      case .number: literal.allSatisfy { $0.isASCII && $0.isNumber }
      case .string:
        !isNegative && literal.hasPrefix("\"") && !literal.hasPrefix("\"\"\"")
          && !literal.contains("\\(") && !literal.contains("\\\"")
      default: false
      }
    return isLiteral ? .element(text) : .computed(text)
  }
}
