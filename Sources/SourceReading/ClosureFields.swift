/// The fields that an assert closure compares, read from its source.
///
/// If a closure states correct values, it changes nothing, so running it doesn't show the compared fields. Running it
/// on another state could trap, record issues, and count as one more run. The source shows the fields: `$0.age = 34`
/// compares `age`, `$0.rows[0].tags.insert("a")` compares `rows[0].tags`, and `#expect($0.name == "Blob")` compares
/// `name`.
package struct ClosureFields: Hashable, Sendable {
  package private(set) var paths: [Path] = []
  /// Whether the reader has understood each of the closure's statements. A closure in a variable, or one that calls a
  /// function with the state, may compare any field.
  package private(set) var isComplete = true

  package static let unknown = ClosureFields(paths: [], isComplete: false)

  package init(paths: [Path], isComplete: Bool) {
    self.paths = paths
    self.isComplete = isComplete
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
  /// The fields that a statement compares. A path without components refers to the whole state.
  package func paths(in statement: Statement, of source: SwiftSource) -> [ClosureFields.Path] {
    let reader = StatementReader(parameter: parameter, source: source)
    let paths =
      source.hasBlocks(statement.tokens)
      ? source.mentions(of: parameter, in: statement.tokens)
        .map { ClosureFields.Path(parts: $0.parts, comparison: .possible) }
      : reader.paths(in: statement.tokens)
    return paths.map { path in
      var path = path
      if statement.isConditional { path.comparison = .possible }
      return path
    }
  }
}

extension SwiftSource {
  /// The assignment operator of a statement, if the statement is an assignment.
  package func assignment(in statement: Range<Int>) -> Int? {
    outerTokens(in: statement).first(where: isAssignment)
  }

  /// Whether a token is `=`, or an operator such as `+=`.
  package func isAssignment(_ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .sign && text(index).hasSuffix("=")
      && !["==", "!=", "<=", ">=", "===", "!==", "~=", ".=="].contains(text(index))
  }
}

/// Reads the fields that the statements of a closure compare.
private struct StatementReader {
  typealias Path = ClosureFields.Path

  let parameter: String
  let source: SwiftSource

  private func text(_ index: Int) -> String { source.text(index) }

  /// The keywords of statements that compare no values themselves.
  private static let keywords: Set = ["let", "var", "return", "func", "throw"]

  /// The functions that compare their two arguments, or check their only one.
  private static let expectations: Set = [
    "#expect", "#require", "expect", "require", "XCTUnwrap", "expectNoDifference", "assert",
    "precondition",
  ]

  /// Printing doesn't compare values.
  private static let printing: Set = ["print", "debugPrint", "dump"]

  func paths(in statement: Range<Int>) -> [Path] {
    let range = withoutEffects(statement)
    guard let first = range.first else { return [] }
    let word = text(first)
    if source.tokens[first].kind == .word, Self.keywords.contains(word) {
      // An unwrapped value must exist. The rest of the comparison is unknown.
      return mentions(in: range, as: unwraps(range) ? .derived : .possible)
    }
    if Self.expectations.contains(word) || word.hasPrefix("XCTAssert"), text(first + 1) == "(" {
      return expected(mentions(in: range, as: .whole), in: range, by: word)
    }
    guard let sign = source.assignment(in: range) else { return called(range) }
    let (target, value) = (first..<sign, sign + 1..<range.upperBound)
    if text(target.first { text($0) != "(" } ?? first) == "_" {
      return unwraps(value) ? mentions(in: value, as: .derived) : called(withoutEffects(value))
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
      // The new value is computed from the old one, so it may keep any part of it.
      for index in targets.indices { targets[index].comparison = .derived }
    }
    return targets
  }

  /// `$0.tags.insert("a")`, which compares the values that it changes, or `check(&$0.child)`, which may
  /// compare any value.
  private func called(_ range: Range<Int>) -> [Path] {
    guard let first = range.first else { return [] }
    guard text(first) == parameter else {
      if Self.printing.contains(text(first)), text(first + 1) == "(" { return [] }
      return mentions(in: range, as: .possible)
    }
    let mention = source.mention(at: first, in: range)
    // A statement with only the value compares nothing. A method of the state may compare any value.
    guard mention.end < range.upperBound else { return [] }
    return mention.parts.isEmpty
      ? [Path(parts: [], comparison: .possible)]
      : [path(of: mention, as: .derived, isTarget: true)]
  }

  /// The fields that an expectation compares: for an equality, both sides with all their parts, and otherwise only the
  /// mentioned fields.
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
    let isWhole = isEquality && signs.isDisjoint(with: ["&&", "nil", "!=", "!=="])
    let comparison: Path.Comparison? = isAlternative ? .possible : isWhole ? nil : .derived
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

  /// The fields of the parameter that occur in some tokens.
  private func mentions(
    in range: Range<Int>, as comparison: Path.Comparison, isTarget: Bool = false
  ) -> [Path] {
    // In a nested closure, `$0` is another value.
    source.mentions(of: parameter, in: range).filter { parameter != "$0" || !$0.isInBraces }
      .map { path(of: $0, as: $0.isInBraces ? .possible : comparison, isTarget: isTarget) }
  }

  private func path(
    of mention: FieldMention, as comparison: Path.Comparison, isTarget: Bool
  ) -> Path {
    var path = Path(parts: mention.parts, comparison: comparison)
    if mention.isCalled, comparison == .whole {
      path.comparison = .derived
    }
    if isTarget { path.optionalDepth = mention.optionalDepth }
    return path
  }
}
