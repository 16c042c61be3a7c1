import SourceReading
import Testing
@testable import focus

/// The elements of a test, and their switches.
struct TestElementTests {
  @Test(arguments: [
    ("await store.send(.a)", ["await store.send(.a)"]),
    ("await store.send(.a) { $0.a = 1 }", ["await store.send(.a) { $0.a = 1 }", "$0.a = 1"]),
    (
      "await store.send(.a, assert: { $0.a = 1 })",
      ["await store.send(.a, assert: { $0.a = 1 })", "$0.a = 1"]
    ),
    (
      "await store.send(.a) { state in let a = 1; state.a = a }",
      ["await store.send(.a) { state in let a = 1; state.a = a }", "state.a = a"]
    ),
    ("let task = await store.send(.a)", ["let task = await store.send(.a)"]),
    ("for a in b { f(a) }", ["for a in b { f(a) }", "f(a)"]),
    ("for a in b { if a { continue }; f(a) }", ["for a in b { if a { continue }; f(a) }"]),
    ("while a { f() }", ["while a { f() }"]),
    ("if a { f() } else { g() }", ["if a { f() } else { g() }", "f()", "g()"]),
    ("stub.willRespond { 3 }", ["stub.willRespond { 3 }"]),
    ("stub.willRespond { _ in f(); return 3 }", ["stub.willRespond { _ in f(); return 3 }"]),
    ("client.load = { f(); g() }", ["client.load = { f(); g() }"]),
    (
      "await store.withExhaustivity(.off) { await f() }",
      ["await store.withExhaustivity(.off) { await f() }", "await f()"]
    ),
    ("let a = 1", []), ("func f() { g() }", []), ("struct S {}", []),
    ("guard a else { return }", []), ("defer { f() }", []), ("return", []),
    ("#if DEBUG\nf()\n#endif", []), ("a: for b in c { f() }", []),
  ])
  func `statements are elements, except those that others need`(
    statement: String, elements: [String]
  ) throws {
    let test = try Self.test(
      """
          setUp()
          let store = TestStore(initialState: A.State()) { A() }
          \(statement)
      """)
    claimEqual(test.elements.map { test.source.text($0.tokens) }, elements)
  }

  @Test func `a store in a closure ends the setup there`() throws {
    let test = try Self.test(
      """
          await withDependencies { $0.a = 1 } operation: {
            let store = TestStore(initialState: A.State()) { A() }
            await store.send(.a)
          }
      """)
    claimEqual(test.elements.map { test.source.text($0.tokens) }, ["await store.send(.a)"])
  }

  @Test func `a choice has no element without the elements that it needs`() throws {
    let split = try SourceOfTest(
      """
      struct ProfileTests { @Test func everything() async {
        let store = TestStore(initialState: A.State()) { A() }
        let task = await store.send(.a) { $0.a = 1 }
        await task.cancel()
      } }
      """)
    let number = split.element("let task")
    #expect(split.test.whole.without([number], in: split.test).elements.isEmpty)
  }

  @Test func `a switch adds no line, and each trial is a test`() throws {
    let split = try SourceOfTest(
      """
      struct ProfileTests {
        @Test(arguments: [1]) @MainActor func everything(_ a: Int, by b: Int, c: Int) async throws {
          let store = TestStore(.on, initialState: A.State()) { A() }
          let task = await store.send(.a) { $0.a = 1 }
          try #require(a == b)
          await task.cancel()
        }
      }
      """)
    let lines = SwitchedTest(split.test).edited.text.components(separatedBy: "\n")
    claimEqual(lines[7], "}")
    claimEqual(
      lines[2],
      "    let store = TestStore(_exhaustivity(.on), initialState: A.State()) { A() }")
    claimEqual(
      lines[3],
      "    let task : TestStoreTask! = !_runs(4) ? nil : await store.send(.a) { if _runs(5) { $0.a = 1 } }"
    )
    claimEqual(lines[4], "    if _runs(6) { try #require(a == b) }")
    #expect(
      lines[6].hasPrefix(
        "  }; @Test(arguments: [1]) @MainActor func focusTrial0(_ a: Int, by b: Int, c: Int) async throws "
          + "{ try await everything(a, by: b, c: c) }; "), "\(lines[6].prefix(200))")
  }

  @Test func `a statement whose switch does not compile stays, and so does what it contains`()
    throws
  {
    let split = try SourceOfTest(
      """
      struct ProfileTests { @Test func everything() async {
        let store = TestStore(initialState: A.State()) { A() }
        if a {
          await store.send(.a) { $0.a = 1 }
        }
      } }
      """)
    let test = split.test.keeping([split.element("if a {")])
    let lines = SwitchedTest(test).edited.text.components(separatedBy: "\n")
    claimEqual(lines[2], "  if a {")
    claimEqual(lines[3], "    if _runs(5) { await store.send(.a) { if _runs(6) { $0.a = 1 } } }")
    claimEqual(test.elements.map(\.parent), [nil, 5])
    claimEqual(test.whole.without([6], in: test).elements, [5])
  }

  @Test func `a compiler error is blamed on the innermost element`() throws {
    let split = try SourceOfTest(
      """
      struct ProfileTests { @Test func everything() async {
        let store = TestStore(initialState: A.State()) { A() }
        await store.send(.a) { $0.a = 1 }
      } }
      """)
    func blamed(_ line: Int, _ column: Int) -> Int? {
      SwitchedTest(split.test).element(
        blamedFor: CompilerError(path: "", line: line, column: column))
    }
    claimEqual(blamed(3, 55), split.element("$0.a"))
    claimEqual(blamed(3, 10), split.element("store.send"))
    claimEqual(blamed(2, 10), nil)
  }

  @Test(arguments: [
    ("AppTests.ProfileTests/everything()", "AppTests.ProfileTests/focusTrial1()"),
    ("AppTests.ProfileTests/everything(a:)", "AppTests.ProfileTests/focusTrial1(a:)"),
    ("AppTests.`every thing`/`everything`()", "AppTests.`every thing`/focusTrial1()"),
  ])
  func `a trial has the ledger's name of the original, with another function`(
    own: String, other: String
  ) throws {
    let function = try SourceOfTest("struct ProfileTests { @Test func everything() {} }").test
      .function
    claimEqual(function.ledgerName(own, of: function.nameOfTrial(1)), other)
  }

  private static func test(_ body: String) throws -> SplitTest {
    try SourceOfTest(SourceOfTest.source(body))
      .test
  }
}
