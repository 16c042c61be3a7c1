/// The closure of an assertion, split into its statements.
package struct AssertClosure: Sendable {
  /// The closure's name for the state: `$0`, unless its parameter has a name.
  package let parameter: String

  /// The statements in order, including those in blocks.
  package private(set) var statements: [Statement] = []

  package struct Statement: Sendable {
    package let tokens: Range<Int>
    /// Whether the statement may not run, because it is in a branch or after an exit.
    package let isConditional: Bool
    package let isInLoop: Bool
  }

  /// Whether an earlier statement may have ended the closure.
  private var isBehindExit = false

  /// - Parameter closure: The tokens between the braces.
  package init(_ closure: Range<Int>, in source: SwiftSource) {
    let head = source.parameters(ofClosure: closure)
    parameter = head?.first ?? "$0"
    read(head?.body ?? closure, in: source)
  }
}

// MARK: - Statements in blocks

extension AssertClosure {
  private static let branches: Set = ["if", "else", "guard", "switch", "while", "catch"]
  private static let exits: Set = ["return", "break", "continue", "throw"]

  /// The blocks around a statement.
  private struct Context {
    var isConditional = false
    var isInLoop = false
  }

  private mutating func read(
    _ range: Range<Int>, in source: SwiftSource, _ context: Context = Context()
  ) {
    for statement in source.statements(in: range) {
      var rest = statement
      if source.text(rest.lowerBound + 1) == ":",
        SwiftSource.controlWords.contains(source.text(rest.lowerBound + 2))
      {
        // Skips a label.
        rest = rest.lowerBound + 2..<rest.upperBound
      }
      let word = source.text(rest.lowerBound)
      if word == "#if" {
        // Source doesn't determine which branch is compiled.
        for branch in source.branches(ofConditional: rest, includingOpen: true) {
          read(branch, in: source, Context(isConditional: true, isInLoop: context.isInLoop))
        }
      } else if SwiftSource.controlWords.contains(word) {
        readBlocks(rest, in: source, context)
        if word == "guard" { isBehindExit = true }
      } else if ["case", "default", "@unknown"].contains(word),
        let colon = source.outerTokens(in: rest).first(where: { source.text($0) == ":" })
      {
        append(rest.lowerBound..<colon, context)
        read(colon + 1..<rest.upperBound, in: source, context)
      } else {
        append(rest, context)
        if Self.exits.contains(word) { isBehindExit = true }
      }
    }
  }

  /// Reads `if a { b } else { c }`: the tokens before each block, and the tokens in it.
  private mutating func readBlocks(
    _ range: Range<Int>, in source: SwiftSource, _ context: Context
  ) {
    var start = range.lowerBound
    for index in source.outerTokens(in: range) {
      guard source.text(index) == "{", let block = source.inside(index) else { continue }
      let word = source.text(start)
      append(start..<index, context)
      read(
        block, in: source,
        Context(
          isConditional: context.isConditional || Self.branches.contains(word),
          isInLoop: context.isInLoop || word == "for"))
      start = source.next(after: index)
    }
    append(start..<range.upperBound, context)
  }

  private mutating func append(_ tokens: Range<Int>, _ context: Context) {
    guard !tokens.isEmpty else { return }
    statements.append(
      Statement(
        tokens: tokens, isConditional: context.isConditional || isBehindExit,
        isInLoop: context.isInLoop))
  }
}

extension SwiftSource {
  /// The first parameter of a closure, if the closure names it, and the tokens after `in`. `nil` if the closure doesn't
  /// declare parameters.
  package func parameters(ofClosure closure: Range<Int>) -> (first: String?, body: Range<Int>)? {
    var index = closure.lowerBound
    func skipGroup() { if index < closure.upperBound { index = next(after: index) } }
    while text(index).hasPrefix("@") {
      skipGroup()
      if text(index) == "(", !tokens[index].hasSpaceBefore { skipGroup() }
    }
    if text(index) == "[" { skipGroup() }
    var first: String?
    if text(index) == "(", let inside = inside(index) {
      // `(state: inout State)`
      let argument = arguments(in: inside).first
      let colon = argument?.first { text($0) == ":" }
      first = colon.map { text($0 - 1) } ?? argument.map { text($0.lowerBound) }
      skipGroup()
    } else if index < closure.upperBound, tokens[index].kind == .word, text(index) != "in" {
      first = text(index)
      index += 1
      while text(index) == ",", index + 1 < closure.upperBound { index += 2 }
    }
    // `async throws -> Int`
    if ["async", "throws", "->"].contains(text(index)) {
      while index < closure.upperBound, text(index) != "in", !tokens[index].startsLine {
        skipGroup()
      }
    }
    guard index < closure.upperBound, text(index) == "in" else { return nil }
    return (first?.withoutBackticks, index + 1..<closure.upperBound)
  }
}
