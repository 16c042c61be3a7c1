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

  @Test(arguments: [
    ("if a { b } else { c }\nd", ["if a { b } else { c }?", "d"]),
    ("for a in b { c }; d", ["for a in b { c }?", "d"]),
    ("a: while b { c }", ["a: while b { c }?"]),
    ("a\n#if DEBUG\nb\n#endif\nc", ["a", "#if DEBUG\nb\n#endif?", "c"]),
    ("guard a else { return }\nb", ["guard a else { return }?", "b?"]),
    ("a\nif b { return }\nc", ["a", "if b { return }?", "c?"]),
  ])
  func `a statement with blocks, or after an exit, is conditional`(text: String, all: [String]) {
    claimEqual(statements(text), all)
  }

  @Test func `expressions are no blocks`() {
    #expect(
      statements("$0.a = if b { 1 } else { 2 }\n$0.c = switch d { default: 1 }").count == 2)
  }

  private func read(_ text: String) -> AssertClosure {
    let source = SwiftSource(text)
    return AssertClosure(source.tokens.indices, in: source)
  }

  /// The statements. Conditional ones end with a question mark.
  private func statements(_ text: String) -> [String] {
    let source = SwiftSource(text)
    return AssertClosure(source.tokens.indices, in: source).statements.map { statement in
      source.text(statement.tokens) + (statement.isConditional ? "?" : "")
    }
  }
}
