import SourceReading
import Testing

/// The head of a closure, and its statements.
struct AssertClosureTests {
  @Test(arguments: [
    ("$0.a = 1", "$0"), ("state in state.a = 1", "state"), ("state in\n  state.a = 1", "state"),
    ("(state: inout Profile.State) in state.a = 1", "state"),
    ("(_ state: inout S) in state.a = 1", "state"), ("(state) in state.a = 1", "state"),
    ("[clock, weak self] state in state.a = 1", "state"), ("[clock] in $0.a = clock.now", "$0"),
    ("@MainActor state in state.a = 1", "state"),
    ("@MainActor (state: inout S) throws -> Void in state.a = 1", "state"),
    ("state throws in state.a = 1", "state"), ("`in` in `in`.a = 1", "in"), ("_ in f()", "_"),
    ("for state in 0..<2 { $0.a = state }", "$0"), ("", "$0"), ("state", "$0"),
  ])
  func `the parameter has the name that the head gives it`(text: String, name: String) {
    #expect(read(text).parameter == name)
  }

  @Test func `the statements of blocks are conditional, or in a loop`() {
    #expect(
      statements("if a { b } else if c { d } else { e }\nf")
        == ["if a", "b?", "else if c", "d?", "else", "e?", "f"])
    #expect(
      statements("for a in b { c }; do { d } catch { e }") == [
        "for a in b", "c*", "do", "d", "catch", "e?",
      ])
    #expect(
      statements("switch a {\ncase .b: c\n  d\ndefault: e\n}") == [
        "switch a", "case .b?", "c?", "d?", "default?", "e?",
      ])
    claimEqual(statements("outer: while a { b }"), ["while a", "b?"])
  }

  @Test func `each branch of a conditional compilation may be the one`() {
    let text = """
      a
      #if DEBUG
        b
        #if os(Linux)
          c
        #endif
      #else
        d
      #endif
      e
      """
    claimEqual(statements(text), ["a", "b?", "c?", "d?", "e"])
    claimEqual(statements("#if A #else b #endif"), [])
    claimEqual(statements("#if A\nb"), ["b?"])
  }

  @Test func `expressions are no blocks`() {
    #expect(
      statements("$0.a = if b { 1 } else { 2 }\n$0.c = switch d { default: 1 }").count == 2)
  }

  private func read(_ text: String) -> AssertClosure {
    let source = SwiftSource(text)
    return AssertClosure(source.tokens.indices, in: source)
  }

  /// The statements. Those in branches end with a question mark, and those in loops with a star.
  private func statements(_ text: String) -> [String] {
    let source = SwiftSource(text)
    return AssertClosure(source.tokens.indices, in: source).statements.map { statement in
      source.text(statement.tokens) + (statement.isConditional ? "?" : "")
        + (statement.isInLoop ? "*" : "")
    }
  }
}
