import FocusedTestStore
import ReducerDebugging
import SourceReading
import Testing

struct ClosureFieldsTests {
  @Test func `what is assigned is compared`() {
    #expect(fields("$0.age = 34") == ["age"])
    #expect(fields("$0.age += 1; $0.user.name = \"a\"") == ["age", "user.name"])
    #expect(
      fields("\n  $0.age = 34\n  // $0.mood = 1\n  $0.name =\n    $0.surname\n") == ["age", "name"])
    #expect(fields("$0.child?.isOn = true") == ["child.isOn"])
    #expect(fields("$0.text = \"$0.mood = 1\"") == ["text"])
    #expect(fields("$0.isRight = $0.age == 3") == ["isRight"])
  }

  @Test(arguments: [
    ##"#"a "raw" note }"#"##, ###"##"a "# \( note }"##"###, #""\(names["a}"]) of \("}")""#,
    "\"\"\"\\n a \"quoted\" } note \\n\"\"\"", ##"#"""\n a """ } \#(names["}"]) \n"""#"##,
    ##""# { ""##, ##"#"\"#"##,
  ])
  func `what stands in a string is no part of the closure`(string: String) {
    let string = string.replacing("\\n", with: "\n")
    #expect(fields("$0.note = \(string)\n$0.age = 1") == ["note", "age"])
    let statement = "await store.send(.set(\(string))) { $0.note = \(string); $0.age = 1 }"
    #expect(self.statement(statement).count == 2)
  }

  @Test func `elements are known as far as the source spells them`() {
    #expect(fields("$0.rows[2].title = \"a\"") == ["rows[2].title"])
    #expect(fields("$0.rows[id: 2]?.title = \"a\"") == ["rows[id: 2].title"])
    #expect(fields("$0.rows[$0.selected].isRead = true") == ["rows[$0.selected].isRead"])
    #expect(
      fields("$0.path[id: 0, case: { .guess($0) }]?.age = 3") == ["path[id: 0].age"])
    #expect(fields("$0.names[\"a\"] = 1") == ["names[\"a\"]"])
  }

  @Test func `a change by a method is one of what it is called on`() {
    #expect(fields("$0.isOn.toggle()") == ["isOn"])
    #expect(fields("$0.rows[0].tags.append(1)") == ["rows[0].tags"])
    #expect(fields("$0.rows.removeAll { $0.isDone }") == ["rows"])
    #expect(fields("$0.rows\n  .append(1)") == ["rows"])
  }

  @Test func `what an expectation reads is compared`() {
    #expect(fields("#expect($0.age == 34)") == ["age"])
    #expect(fields("XCTAssertEqual($0.age, $0.limit)") == ["age", "limit"])
    #expect(fields("_ = $0.age") == [])
    #expect(fields("_ = $0.tags.insert(1)") == ["tags"])
    #expect(fields("_ = try #require($0.child)") == ["child"])
    #expect(fields("let child = try XCTUnwrap($0.child)") == ["child"])
    #expect(fields("#expect($0.age == 34, \"\\($0.mood)\")") == ["age"])
  }

  @Test func `blocks are read, and closures are about something else`() {
    #expect(
      fields("if isOn { $0.age = 1 } else { $0.mood = 2 }") == ["perhaps age", "perhaps mood"])
    #expect(fields("for i in 0..<2 {\n  $0.rows[i] = i\n}") == ["rows[i]"])
    #expect(fields("let total = $0.age\n$0.sum = total") == ["perhaps age", "sum"])
    #expect(
      fields("guard let age = $0.age else { return }\n$0.name = age")
        == ["perhaps age", "perhaps name"])
  }

  @Test func `a parameter with a name counts as well`() {
    #expect(fields("state in\n  state.age = 1\n  other.mood = 2") == ["age"])
    #expect(fields("(state: inout Profile.State) in state.age = 1") == ["age"])
    #expect(fields("[clock] state in state.age = clock.age") == ["age"])
  }

  @Test func `a closure within may say something about a parameter with a name`() {
    #expect(fields("state in lock.with { state.age = 1 }") == ["perhaps age"])
    #expect(fields("state in check(state: other)") == [])
    #expect(fields("lock.with { $0.age = 1 }") == [])
    #expect(fields("_ in _ = other.age") == [])
  }

  @Test func `a branch that need not be compiled compares perhaps`() {
    #expect(
      fields("#if DEBUG\n$0.age = 1\n#else\n$0.mood = 1\n#endif\n$0.name = a")
        == ["perhaps age", "perhaps mood", "name"])
  }

  @Test func `a place is what stands between brackets, commas and strings included`() {
    #expect(fields("$0.names[\"a, b]\"] = 1") == ["names[\"a, b]\"]"])
    #expect(fields("$0.rows[id:2]?.age = 1") == ["rows[id: 2].age"])
    #expect(fields("$0.pairs[-1].0.1 = 1") == ["pairs[-1].0.1"])
    let other = FieldPath([.field("names"), .key("b")])
    #expect(concern("$0.names[\"a\"] = 1", other) == .none)
    #expect(concern("$0.names[\"\\(name)\"] = 1", other) == .certain)
  }

  @Test func `values that are expressions, and operators of any length`() {
    #expect(fields("$0.age = if isOn { $0.mood } else { 1 }") == ["age"])
    #expect(fields("$0.mask <<= 1\n$0.age &+= 1") == ["mask", "age"])
    #expect(fields("$0.age <= 1") == ["age"])
  }

  @Test func `the state as a whole can be anything`() {
    #expect(fields("$0.startLoading()") == ["?"])
    #expect(fields("check(&$0)") == ["?"])
    #expect(fields("#expect(isRight($0))") == ["?"])
    #expect(fields("$0 = .main(a)") == [""])
    #expect(fields("#expect($0 == a)") == [""])
    #expect(fields("$0.age = 1; check(&$0)") == ["age", "?"])
  }

  @Test func `the closure of a call is found`() {
    #expect(statement("await store.send(.save) { $0.age = 1 }") == ["age"])
    #expect(statement("let task = await a.store(1).send(.x(y: 1)) {\n  $0.age = 1\n}") == ["age"])
    #expect(statement("store.assert { $0.age = 1 }") == ["age"])
    #expect(statement("await store.send(.save, assert: { $0.age = 1 })") == ["age"])
    #expect(
      statement("await store.receive(case: { .a(id: 0, $0) }, timeout: .zero) { $0.age = 1 }")
        == ["age"])
    #expect(
      statement("let i = await withCapturedIssues { await s.send(.a) { $0.b = 1 } }") == ["b"])
  }

  @Test func `a closure that is not written there may compare anything`() {
    #expect(statement("await store.send(.save, assert: check)") == ["?"])
    #expect(statement("await send(.save)") == ["?"])
    #expect(statement("") == ["?"])
  }

  @Test func `a comparison concerns the field, its parts and what holds it`() {
    let title = FieldPath([.field("rows"), .id(2), .field("title")])
    for text in ["rows", "rows[id: 2]", "rows[id: 2].title", "rows[x].title", "rows.first.title"] {
      #expect(concerns(text, title))
    }
    #expect(concerns("rows[id: 2].title.count", title))
    #expect(!concerns("rows[id: 3].title", title))
    #expect(!concerns("rows[id: 2].name", title))
    #expect(!concerns("name", title))
  }

  @Test func `what is said of a holder is not said of its parts`() {
    let title = FieldPath([.field("child"), .wrapped, .field("title")])
    #expect(concern("$0.child = Child()", title) == .certain)
    #expect(concern("#expect($0.child == child)", title) == .certain)
    #expect(concern("XCTAssertEqual($0.child, child)", title) == .certain)
    #expect(concern("$0.child?.rename()", title) == .possible)
    #expect(concern("check(&$0.child)", title) == .possible)
    #expect(concern("#expect($0.child != nil)", title) == .none)
    #expect(concern("XCTAssertNotNil($0.child)", title) == .possible)
    let name = FieldPath([.field("rows"), .id(2), .field("name")])
    for text in ["$0.rows.count == 2", "!$0.rows.isEmpty", "$0.rows.ids == [1]"] {
      #expect(concern("#expect(\(text))", name) == .none)
    }
    #expect(concern("#expect($0.rows.map(\\.name) == [])", name) == .possible)
  }

  @Test func `where there is nothing to assign to, nothing is compared`() {
    let child = FieldPath([.field("child")])
    #expect(concern("$0.child?.title = \"a\"", child) == .none)
    #expect(concern("$0.child!.title = \"a\"", child) == .certain)
    #expect(concern("#expect($0.child?.title == \"a\")", child) == .certain)
    #expect(concern("$0.child? = Child()", child) == .none)
    let count = FieldPath([.field("count"), .wrapped])
    #expect(concern("$0.count? += 1", count) == .certain)
    let rows = FieldPath([.field("rows")])
    #expect(concern("for i in $0.rows.indices { $0.rows[i].title = \"a\" }", rows) == .possible)
    #expect(concern("for i in 0..<2 { $0.rows[i].title = \"a\" }", rows) == .none)
  }

  @Test func `what need not run may compare`() {
    let age = FieldPath([.field("age")])
    #expect(concern("if isOn { $0.age = 1 }", age) == .possible)
    #expect(concern("for _ in 0..<2 { $0.age += 1 }", age) == .certain)
    #expect(concern("do { $0.age = 1 }", age) == .certain)
    #expect(concern("if isOn { return }\n$0.age = 1", age) == .possible)
    #expect(concern("#expect($0.age == 1 || isOn)", age) == .possible)
    #expect(concern("$0.age = $0.age", age) == .none)
    #expect(concern("print($0.age)", age) == .none)
    #expect(concern("log($0.age)", age) == .possible)
  }

  @Test func `a key path is a way, too`() {
    #expect(fields("$0[keyPath: \\.age] = 1") == ["age"])
    #expect(fields("$0[keyPath: \\State.child?.age] = 1") == ["child.age"])
    #expect(fields("$0.child[keyPath: path] = 1") == ["perhaps child"])
    #expect(fields("$0[keyPath: path] = 1") == ["?"])
  }

  @Test func `of several calls in a line, the one at the column is read`() {
    let line = "await store.send(.send(1)) { $0.a = 1 }; await store.send(.b) { $0.b = 1 }"
    #expect(statement(line, column: 17) == ["a"])
    #expect(statement(line, column: 58) == ["b"])
    #expect(statement(line, column: 3) == ["a"])
    #expect(statement(line, column: 300) == ["a"])
  }

  @Test func `cases on the way need not be spelled`() {
    let age = FieldPath([
      .field("path"), .id(0 as StackElementID), .payload("guess", part: nil), .field("age"),
    ])
    #expect(concerns("path[id: 0].age", age))
    #expect(concerns("path[id: 0].guess.age", age))
    #expect(!concerns("path[id: 1].age", age))
    #expect(!concerns("path[id: 0].name", age))
  }

  /// The paths, and a question mark if there may be more.
  private func fields(_ closure: String) -> [String] { texts(read(closure)) }

  private func statement(_ text: String, column: Int = 0) -> [String] {
    let source = SwiftSource(text)
    let closure = source.call(atLine: 1, column: column)?.closure
    return texts(closure.map { ClosureFields($0, in: source) } ?? .unknown)
  }

  private func read(_ closure: String) -> ClosureFields {
    let source = SwiftSource(closure)
    return ClosureFields(source.tokens.indices, in: source)
  }

  private func texts(_ fields: ClosureFields) -> [String] {
    let paths = fields.paths.map { path in
      path.parts.reduce(into: path.comparison == .possible ? "perhaps " : "") { text, part in
        switch part {
        case .name(let name): text += (text.isEmpty || text.last == " " ? "" : ".") + name
        case .element(let element), .computed(let element): text += "[\(element)]"
        }
      }
    }
    return paths + (fields.isComplete ? [] : ["?"])
  }

  private func concern(_ closure: String, _ field: FieldPath) -> ClosureFields.Concern {
    let fields = read(closure)
    return fields.paths.map { $0.concern(field) }.max() ?? .none
  }

  private func concerns(_ closure: String, _ field: FieldPath) -> Bool {
    read("$0.\(closure) = 1").paths.contains { $0.concern(field) == .certain }
  }
}
