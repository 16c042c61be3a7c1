/// The closure of an assertion, split into its statements.
package struct AssertClosure: Sendable {
  /// The closure's name for the state: `$0`, unless its parameter has a name.
  package let parameter: String

  /// The statements in order. A statement with blocks is one statement.
  package let statements: [Statement]

  package struct Statement: Sendable {
    package let tokens: Range<Int>
    /// Whether the statement or a part of it may not run, because it has blocks or is after an exit.
    package let isConditional: Bool
  }

  private static let exits: Set = ["guard", "return", "throw"]

  /// - Parameter closure: The tokens between the braces.
  package init(_ closure: Range<Int>, in source: SwiftSource) {
    let head = source.parameters(ofClosure: closure)
    parameter = head?.first ?? "$0"
    var isBehindExit = false
    statements = source.statements(in: head?.body ?? closure).map { statement in
      defer {
        isBehindExit = isBehindExit || statement.contains { Self.exits.contains(source.text($0)) }
      }
      return Statement(
        tokens: statement, isConditional: isBehindExit || source.hasBlocks(statement))
    }
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
