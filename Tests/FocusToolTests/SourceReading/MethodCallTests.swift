import SourceReading
import Testing

/// Finds a call by the line and column that a test reports.
struct MethodCallTests {
  @Test func `a call is found by where its arguments begin`() throws {
    let source = SwiftSource(
      """
      func test() async {
        let task = await self.store.send(.save) { $0.isSaving = true }
        store.assert { $0.isSaving = true }
      }
      """)
    let send = try #require(source.call(atLine: 2, column: 35))
    claimEqual(source.text(send.tokens), "self.store.send(.save) { $0.isSaving = true }")
    claimEqual(send.receiver, "self.store")
    claimEqual(send.method, "send")
    claimEqual(source.text(send.arguments), ".save")
    claimEqual(closure(of: send, in: source), "$0.isSaving = true")
    let assert = try #require(source.call(atLine: 3, column: 16))
    #expect(assert.method == "assert" && assert.arguments.isEmpty)
    claimEqual(closure(of: assert, in: source), "$0.isSaving = true")
  }

  @Test(arguments: [
    ("store.send(.a) { $0.b = 1 }", "$0.b = 1"),
    ("store.send(.a)\n{\n  $0.b = 1\n}", "$0.b = 1"),
    ("store\n  .send(.a)\n  { $0.b = 1 }", "$0.b = 1"),
    ("store.send(.a, assert: { $0.b = 1 })", "$0.b = 1"),
    ("store.receive(where: { $0 == .a }) { $0.b = 1 }", "$0.b = 1"),
    ("store.receive { $0 == .a } assert: { $0.b = 1 }", "$0.b = 1"),
    (#"store.send(.set("{ \(names["}"]) (")) { $0.b = "}" }"#, #"$0.b = "}""#),
    (##"store.send(.set(#"" { "#)) { $0.b = 1 }"##, "$0.b = 1"),
    ("store.send(.a /* { */) { /* } */ $0.b = 1 // }\n }", "$0.b = 1"),
    ("store.send(.a(/[{\"]/)) { $0.b = 1 }", "$0.b = 1"),
    ("größe.`in`.send(.ä) { $0.ß = 1 }", "$0.ß = 1"),
  ])
  func `the closure of a call is the one that asserts`(text: String, body: String) throws {
    let source = SwiftSource(text)
    let call = source.call(atLine: text.hasPrefix("store\n") ? 2 : 1, column: 0)
    #expect(call.flatMap { closure(of: $0, in: source) } == body)
  }

  @Test(arguments: [
    "store.send(.a)", "store.send(.a, assert: check)", "store.send(.a) ; { $0.b = 1 }()",
    "store.send(.a", "send", "", "store.send(.a, assert: check) { $0.b = 1 }",
  ])
  func `a call need not have a closure`(text: String) {
    let call = SwiftSource(text).call(atLine: 1, column: 0)
    #expect(call?.closure == nil)
    #expect(SwiftSource(text).call(atLine: 2, column: 1) == nil)
  }

  @Test func `without a column it is the first call of a store, or with a closure`() {
    let nested = SwiftSource("let i = await issues { await s.send(.a) { $0.b = 1 } }")
    claimEqual(nested.call(atLine: 1, column: 0)?.method, "send")
    let helper = SwiftSource("await expect(.save) { $0.b = 1 }")
    claimEqual(helper.call(atLine: 1, column: 3)?.method, "expect")
    let chain = SwiftSource("make(1).check() { $0.b = 1 }")
    #expect(chain.call(atLine: 1, column: 0)?.closure != nil)
  }

  @Test func `a call without a plain receiver has none`() throws {
    for text in ["stores[0].send(.a)", "make().send(.a)", "send(.a)", ".shared.send(.a)"] {
      let source = SwiftSource(text)
      let bracket = try #require(source.tokens.indices.last { source.text($0) == "(" })
      let call = source.call(openedBy: bracket)
      #expect(call?.method == "send")
      #expect(call?.receiver == (text == ".shared.send(.a)" ? "shared" : nil))
    }
  }

  @Test(arguments: [
    ("let login = store.scope(a)", "login"),
    ("let login =\n  store\n  .scope(a)", "login"),
    ("login = store.scope(a)", "login"),
    ("self.login = store.scope(a)", "login"),
    ("lazy var login = store.scope(a)", "login"),
    ("var login: ScopedTestStore<S, A> {\n  store.scope(a)\n}", "login"),
    ("let (a, b) = (store.scope(a), 1)", nil),
    ("let task = Task { await store.scope(a).send(.b) }", nil),
    ("state.login = store.scope(a)", nil),
    ("store.scope(a).assert { $0.a = 1 }", nil),
    ("func f() {\n  store.scope(a)\n}", nil),
  ])
  func `the variable of a value is the one that its statement declares`(
    text: String, name: String?
  ) throws {
    let source = SwiftSource("class Tests {\n\(text)\n}")
    let bracket = try #require(
      source.tokens.indices.first { source.text($0) == "(" && source.text($0 - 1) == "scope" })
    let call = try #require(source.call(openedBy: bracket))
    #expect(source.variable(holding: call.tokens.lowerBound)?.name == name)
  }

  private func closure(of call: MethodCall, in source: SwiftSource) -> String? {
    call.closure.map(source.text)
  }
}
