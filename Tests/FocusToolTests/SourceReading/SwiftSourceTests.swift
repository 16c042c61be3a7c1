import SourceReading
import Testing
@testable import focus

struct SwiftSourceTests {
  @Test(arguments: [
    ("a.b(c)", ["a", ".", "b", "(", "c", ")"]),
    ("x ?? y", ["x", "??", "y"]),
    ("0..<3", ["0", "..<", "3"]),
    ("1.5e-3 + 0x1F", ["1.5e-3", "+", "0x1F"]),
    ("a?.b!.c", ["a", "?", ".", "b", "!", ".", "c"]),
    ("#expect(x)", ["#expect", "(", "x", ")"]),
    ("@MainActor func", ["@MainActor", "func"]),
    ("`a raw name`()", ["`a raw name`", "(", ")"]),
    ("$0.age += 1", ["$0", ".", "age", "+=", "1"]),
    ("größe", ["größe"]),
    ("a / b / c", ["a", "/", "b", "/", "c"]),
    ("f(/a b/)", ["f", "(", "/a b/", ")"]),
    ("x = #/a/b/#", ["x", "=", "#/a/b/#"]),
    (#"\State.a?.b"#, [#"\"#, "State", ".", "a", "?", ".", "b"]),
    ("$0.a.0.1", ["$0", ".", "a", ".", "0.1"]),
    ("try? a.b ?? c", ["try", "?", "a", ".", "b", "??", "c"]),
    ("#if os(Linux)", ["#if", "os", "(", "Linux", ")"]),
    ("日本.👍 = \"é\"", ["日本", ".", "👍", "=", "\"é\""]),
  ])
  func `a text is its tokens`(text: String, tokens: [String]) {
    #expect(texts(SwiftSource(text)) == tokens)
  }

  @Test(arguments: [
    #""a""#,
    #""a \" b""#,
    #""a \(b("c)")) d""#,
    #""\(["a": "}"])""#,
    #""\(names["a"])""#,
    ##""\(a.contains(/"/)) \(b.contains(#/"\)/#)) c""##,
    ###"##"\##(#"\#("a" + ")")"#)"##"###,
    ##"#"a " \#(b) \(c""#"##,
    ###"##"a "# b"##"###,
    "\"\"\"\n  a \" b\n  \"\"\"",
    "\"\"\"\n  \\(f(\"\"\"\n    }\n    \"\"\"))\n  \"\"\"",
    "#\"\"\"\n  \"\"\" \\(\n  \"\"\"#",
  ])
  func `a string is one token, whatever is in it`(text: String) {
    #expect(texts(SwiftSource("f(\(text)) }")) == ["f", "(", text, ")", "}"])
  }

  @Test func `a string that is not closed ends with its line`() {
    claimEqual(texts(SwiftSource("a \"b\nc")), ["a", "\"b", "c"])
    claimEqual(texts(SwiftSource("a \"\\(b\nc")), ["a", "\"\\(b", "c"])
    claimEqual(texts(SwiftSource("a \"b\\\nc")), ["a", "\"b\\", "c"])
  }

  @Test func `comments are no tokens`() {
    let source = SwiftSource(
      """
      a // } "
      /* { /* nested */ " */ b
      /// Doc.
      c
      """)
    claimEqual(texts(source), ["a", "b", "c"])
    claimEqual(source.comments.map(\.line), [1, 2, 3])
    claimEqual(source.comments.map(\.startsLine), [false, true, true])
    claimEqual(texts(SwiftSource("a /* b")), ["a"])
  }

  @Test func `brackets are pairs, those in strings aside`() {
    let source = SwiftSource("f(a, [b, \"(\"]) { c }")
    claimEqual(source.partner(of: 1), 9)
    claimEqual(source.partner(of: 4), 8)
    claimEqual(source.inside(1).map(source.text), "a, [b, \"(\"]")
    claimEqual(source.arguments(in: 2..<9).map(source.text), ["a", "[b, \"(\"]"])
    #expect(source.partner(of: 0) == nil)
    #expect(SwiftSource("( ]").partner(of: 0) == nil)
  }

  @Test func `lines are counted through strings and comments`() {
    let source = SwiftSource("\"\"\"\n\n\"\"\"\n/*\n*/ a")
    claimEqual(source.tokens.map(\.line), [1, 5])
    claimEqual(source.tokens[0].lastLine, 3)
  }

  @Test func `the lines of a statement begin at the first column`() {
    let source = SwiftSource("  {\n    a {\n      b\n\n    }\n  }")
    claimEqual(source.lines(1..<5), ["a {", "  b", "", "}"])
  }

  @Test func `comments directly above a declaration belong to it`() {
    let source = SwiftSource("// Old.\n\n// A type.\n// Empty.\nstruct A {}")
    let bytes = source.byteRangeWithComments(of: source.tokens.indices)
    claimEqual(bytes.map { source.string(bytes: $0) }, "// A type.\n// Empty.\nstruct A {}")
  }

  @Test func `lines may end as they do on Windows`() {
    let source = SwiftSource("  a {\r\n    b\r\n  }\r\n")
    claimEqual(source.lines(source.tokens.indices), ["a {", "  b", "}"])
  }

  @Test func `names are those of interpolations, too`() {
    let source = SwiftSource(#"f("\(name) of", `raw`)"#)
    #expect(source.names(in: source.tokens.indices).isSuperset(of: ["f", "name", "raw"]))
  }

  private func texts(_ source: SwiftSource) -> [String] {
    source.tokens.indices.map { source.text($0) }
  }
}

struct SwiftStatementTests {
  @Test(arguments: [
    ["a()", "b()"],
    ["await store.send(.a) {\n  $0.b = 1\n}", "await clock.advance(by: .seconds(1))"],
    ["let x = TestStore(initialState: S()) {\n  R()\n} withDependencies: {\n  $0.c = d\n}", "e()"],
    ["let x = f {\n  a\n}\nlabel: {\n  b\n}", "c()"],
    ["a\n  .b()\n  .c()", "d()"],
    ["let x =\n  1", "let y = 2"],
    ["x = a\n  + b", "y()"],
    ["let x = y\n  ? 1\n  : 2", "z()"],
    ["f(\n  a,\n  b)", "g()"],
    ["if a {\n  b()\n} else if c {\n  d()\n}\nelse {\n  e()\n}", "f()"],
    ["do {\n  try a()\n}\ncatch {\n  b()\n}", "c()"],
    ["repeat {\n  a()\n} while b", "c()"],
    ["guard\n  let a,\n  b\nelse { return }", "if\n  c\n{\n  d()\n} else if\n  e\n{}", "f()"],
    ["for x in y where x > 0\n{\n  a()\n}", "b()"],
    ["func a()\n  async throws\n{\n  b()\n}", "c()"],
    ["await a()", "async let b = c()", "async let d = e()"],
    ["@Test\nfunc a()\n{\n  b()\n}", "@MainActor\nfinal class C {}"],
    ["@Builder<A, B<C>>\nvar d: E {\n  f()\n}", "g()"],
    ["#if DEBUG\na()\n#if B\nb()\n#endif\n#endif", "c()"],
    ["x = y!", "z()"],
    ["let a: B<C<D>>", "var e: F<G<H>>?", "let i: Int??", "@Test func j() {}"],
    ["let a: B<\n  C\n>", "try?\n  d()", "e()"],
    ["struct A<\n  B: C\n>: D {\n  e()\n}", "func f<\n  G\n>(\n  h: G\n) {}", "i()"],
    ["x = y as? Int", "-z"],
    ["struct Busy: Error {}", "class Box {}"],
    ["await\n  a()", "try\n  b()"],
    ["private var x: Int {\n  1\n}", "var y = 1 {\n  didSet {}\n}"],
    ["f { a in\n  b\n}", "{ c }()"],
    ["store.send(.a)\n{\n  $0.b = 1\n}", "c()"],
    ["x = if a {\n  1\n} else {\n  2\n}", "y = switch z {\ndefault: 1\n}", "c()"],
    ["#expect(a)", "#expect(b)"],
    ["mode = .import", "return .none"],
    ["open(url)", "private(set) var a = 1", "nonisolated(unsafe) static let b = 2"],
    ["guard a else {\n  return\n}", "return\n  b(c)\n  .d()"],
    ["return", "case .a:\n  b()", "return", "default:\n  c()"],
    ["#if A\nreturn\n#endif", "return", "#if B\nc()\n#endif"],
    ["let x = #\"\"\"\n  \"\\(\n  \"\"\"#", "y()"],
    ["await store.receive(.a)\n{\n  $0.b = 1\n}", "c()"],
    ["outer: for a in b {\n  c()\n}", "d()"],
  ])
  func `statements end where Swift ends them`(statements: [String]) {
    let source = SwiftSource(statements.joined(separator: "\n"))
    #expect(source.statements(in: source.tokens.indices).map(source.text) == statements)
  }

  @Test func `a semicolon ends a statement`() {
    let source = SwiftSource("a(); b()\n;c()")
    #expect(source.statements(in: source.tokens.indices).map(source.text) == ["a()", "b()", "c()"])
  }

  @Test func `a declaration has a name, attributes and a body`() throws {
    let source = SwiftSource(
      "@Test(.tags(.a)) @MainActor private final func `a b`<T>(x: T) async throws { c }")
    let declaration = try #require(source.declarations().first)
    claimEqual(declaration.keyword, "func")
    claimEqual(declaration.name, "a b")
    claimEqual(declaration.attributes.map(source.text), ["@Test(.tags(.a))", "@MainActor"])
    claimEqual(declaration.modifiers, ["private", "final"])
    #expect(declaration.modifiers.contains("private"))
    claimEqual(declaration.body.map(source.text), "c")
  }

  @Test(arguments: [
    ("let a = 1", ["a"]), ("var (a, b) = c", ["a", "b"]), ("extension A.B: C {}", ["A.B"]),
    ("init() {}", ["init"]), ("class func a() {}", ["a"]),
    ("@ReducerBuilder<State, Result<Action, E>> var a: some Reducer { b }", ["a"]),
  ])
  func `names are what is declared`(text: String, names: [String]) {
    claimEqual(SwiftSource(text).declarations().first?.names, names)
  }

  @Test func `a closure that is a value is no body`() {
    #expect(SwiftSource("let a = { b }").declarations().first?.body == nil)
    #expect(SwiftSource("var a: Int { b }").declarations().first?.body != nil)
  }
}

/// The reader accepts any input.
struct SwiftSourceFuzzTests {
  /// Every run uses few seeds: the standard library throws at each invalid byte, and Swift Testing then records
  /// where.
  @Test(arguments: SoakSize.seeds(everyRun: 4))
  func `any bytes are read to their end`(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    for _ in 0..<20 {
      let count = Int(generator.next() % 200)
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      read(bytes)
    }
  }

  @Test(arguments: SoakSize.seeds(everyRun: 8))
  func `any pieces of Swift are read to their end`(seed: UInt64) {
    let pieces = [
      "\"", "\"\"\"", "#", "\\(", "(", ")", "{", "}", "[", "]", "/*", "*/", "//", "/", "\n", " ",
      "`",
      "func", "class", "@Test", "#if", "#endif", "let", "=", ";", ",", ".", "store", "send",
      "await",
      "try", "?", "!", "\\", "<", ">", "in", "$0", "if", "else", "é", "\u{0}", "..<", ":",
    ]
    var generator = SeededRandom(seed: seed)
    for _ in 0..<20 {
      let count = Int(generator.next() % 120)
      let text = (0..<count).map { _ in pieces[Int(generator.next() % UInt64(pieces.count))] }
      read(Array(text.joined().utf8))
    }
  }

  @Test func `a file that is cut off anywhere is read`() throws {
    let text = try Documentation.text(of: "Tests/FocusToolTests/Migration/LibraryTests.swift")
    let bytes = Array(text.utf8)
    for end in stride(from: 0, to: bytes.count, by: 97) { read(Array(bytes[..<end])) }
  }

  @Test func `depth is no trap`() {
    read(Array(String(repeating: "(", count: 10_000).utf8))
    read(Array(String(repeating: "\"\\(", count: 2_000).utf8))
    read(Array(String(repeating: "/*", count: 10_000).utf8))
    read(Array(String(repeating: "#if\n", count: 5_000).utf8))
  }

  /// Calls all reading functions on the bytes. Expects that tokens, comments, and white space make up the text.
  private func read(_ bytes: [UInt8]) {
    let source = SwiftSource(bytes: bytes)
    let ranges = (source.tokens.map(\.range) + source.comments.map(\.range))
      .sorted { $0.lowerBound < $1.lowerBound }
    var end = 0
    var isCovered = true
    for range in ranges + [bytes.count..<bytes.count] {
      isCovered = isCovered && range.lowerBound >= end
      isCovered =
        isCovered
        && bytes[end..<max(end, range.lowerBound)].allSatisfy {
          [0, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20].contains($0)
        }
      end = range.upperBound
    }
    #expect(isCovered && source.tokens.allSatisfy { !$0.range.isEmpty })
    // Each lookup may read the whole text.
    for index in source.tokens.indices.prefix(min(100, 2 + 10_000 / (source.tokens.count + 1))) {
      _ = source.statement(around: index)
      _ = source.variable(holding: index)
      _ = source.call(openedBy: index)
      _ = source.call(atLine: source.tokens[index].line, column: 0)
      if let inside = source.inside(index) {
        _ = ClosureFields(AssertClosure(inside, in: source), in: source)
      }
    }
    let closure = AssertClosure(source.tokens.indices.prefix(1_000).indices, in: source)
    _ = ClosureFields(closure, in: source)
    for statement in source.statements(in: source.tokens.indices).prefix(200) {
      _ = source.declaration(statement)
      _ = source.lines(statement)
      _ = source.byteRangeWithComments(of: statement)
    }
    _ = source.names(in: source.tokens.indices)
    if let function = try? TestFunction(TestName("A.store/send")!, in: source) {
      let test = SplitTest(function)
      _ = TestWriter(test).lines(of: test.whole, named: "a")
    }
  }
}
