import FocusedTestStore
import ReducerDebugging
import SourceReading
import Testing

struct ClosureFieldsTests {
  @Test func `what is assigned is compared`() {
    claimEqual(fields("$0.age = 34"), ["age"])
    claimEqual(fields("$0.age += 1; $0.user.name = \"a\""), ["age", "user.name"])
    #expect(
      fields("\n  $0.age = 34\n  // $0.mood = 1\n  $0.name =\n    $0.surname\n") == ["age", "name"])
    claimEqual(fields("$0.child?.isOn = true"), ["child.isOn"])
    claimEqual(fields("$0.text = \"$0.mood = 1\""), ["text"])
    claimEqual(fields("$0.isRight = $0.age == 3"), ["isRight"])
  }

  @Test(arguments: [
    ##"#"a "raw" note }"#"##, ###"##"a "# \( note }"##"###, #""\(names["a}"]) of \("}")""#,
    "\"\"\"\\n a \"quoted\" } note \\n\"\"\"", ##"#"""\n a """ } \#(names["}"]) \n"""#"##,
    ##""# { ""##, ##"#"\"#"##,
  ])
  func `what stands in a string is no part of the closure`(string: String) {
    let string = string.replacing("\\n", with: "\n")
    claimEqual(fields("$0.note = \(string)\n$0.age = 1"), ["note", "age"])
    let statement = "await store.send(.set(\(string))) { $0.note = \(string); $0.age = 1 }"
    claimEqual(self.statement(statement).count, 2)
  }

  @Test func `elements are known as far as the source spells them`() {
    claimEqual(fields("$0.rows[2].title = \"a\""), ["rows[2].title"])
    claimEqual(fields("$0.rows[id: 2]?.title = \"a\""), ["rows[id: 2].title"])
    claimEqual(fields("$0.rows[$0.selected].isRead = true"), ["rows[$0.selected].isRead"])
    #expect(
      fields("$0.path[id: 0, case: { .guess($0) }]?.age = 3") == ["path[id: 0].age"])
    claimEqual(fields("$0.names[\"a\"] = 1"), ["names[\"a\"]"])
  }

  @Test func `a change by a method is one of what it is called on`() {
    claimEqual(fields("$0.isOn.toggle()"), ["isOn"])
    claimEqual(fields("$0.rows[0].tags.append(1)"), ["rows[0].tags"])
    claimEqual(fields("$0.rows.removeAll { $0.isDone }"), ["rows"])
    claimEqual(fields("$0.rows\n  .append(1)"), ["rows"])
  }

  @Test func `what an expectation reads is compared`() {
    claimEqual(fields("#expect($0.age == 34)"), ["age"])
    claimEqual(fields("XCTAssertEqual($0.age, $0.limit)"), ["age", "limit"])
    claimEqual(fields("_ = $0.age"), [])
    claimEqual(fields("_ = $0.tags.insert(1)"), ["tags"])
    #expect(fields("_ = try #require($0.child)") == ["child"])
    #expect(fields("let child = try XCTUnwrap($0.child)") == ["child"])
    claimEqual(fields("#expect($0.age == 34, \"\\($0.mood)\")"), ["age"])
  }

  @Test func `blocks are read, and closures are about something else`() {
    #expect(
      fields("if isOn { $0.age = 1 } else { $0.mood = 2 }") == ["perhaps age", "perhaps mood"])
    claimEqual(fields("for i in 0..<2 {\n  $0.rows[i] = i\n}"), ["perhaps rows[i]"])
    claimEqual(fields("let total = $0.age\n$0.sum = total"), ["perhaps age", "sum"])
    #expect(
      fields("guard let age = $0.age else { return }\n$0.name = age")
        == ["perhaps age", "perhaps name"])
  }

  @Test func `a closure within may say something about a parameter with a name`() {
    claimEqual(fields("state in lock.with { state.age = 1 }"), ["perhaps age"])
    claimEqual(fields("state in check(state: other)"), [])
    claimEqual(fields("lock.with { $0.age = 1 }"), [])
    claimEqual(fields("_ in _ = other.age"), [])
  }

  @Test func `a place is what stands between brackets, commas and strings included`() {
    claimEqual(fields("$0.names[\"a, b]\"] = 1"), ["names[\"a, b]\"]"])
    claimEqual(fields("$0.rows[id:2]?.age = 1"), ["rows[id: 2].age"])
    claimEqual(fields("$0.pairs[-1].0.1 = 1"), ["pairs[-1].0.1"])
    let other = FieldPath([.field("names"), .key("b")])
    claimEqual(concern("$0.names[\"a\"] = 1", other), .none)
    claimEqual(concern("$0.names[\"\\(name)\"] = 1", other), .certain)
  }

  @Test func `values that are expressions, and operators of any length`() {
    claimEqual(fields("$0.age = if isOn { $0.mood } else { 1 }"), ["age"])
    claimEqual(fields("$0.mask <<= 1\n$0.age &+= 1"), ["mask", "age"])
    claimEqual(fields("$0.age <= 1"), ["age"])
  }

  @Test func `the state as a whole can be anything`() {
    claimEqual(fields("$0.startLoading()"), ["?"])
    claimEqual(fields("check(&$0)"), ["?"])
    claimEqual(fields("#expect(isRight($0))"), ["?"])
    claimEqual(fields("$0 = .main(a)"), [""])
    claimEqual(fields("#expect($0 == a)"), [""])
    claimEqual(fields("$0.age = 1; check(&$0)"), ["age", "?"])
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
    claimEqual(concern("$0.child = Child()", title), .certain)
    claimEqual(concern("#expect($0.child == child)", title), .certain)
    claimEqual(concern("XCTAssertEqual($0.child, child)", title), .certain)
    claimEqual(concern("$0.child?.rename()", title), .possible)
    claimEqual(concern("check(&$0.child)", title), .possible)
    claimEqual(concern("#expect($0.child != nil)", title), .possible)
    claimEqual(concern("XCTAssertNotNil($0.child)", title), .possible)
    let name = FieldPath([.field("rows"), .id(2), .field("name")])
    for text in ["$0.rows.count == 2", "!$0.rows.isEmpty", "$0.rows.ids == [1]"] {
      #expect(concern("#expect(\(text))", name) == .none)
    }
    claimEqual(concern("#expect($0.rows.map(\\.name) == [])", name), .possible)
  }

  @Test func `where there is nothing to assign to, nothing is compared`() {
    let child = FieldPath([.field("child")])
    claimEqual(concern("$0.child?.title = \"a\"", child), .none)
    claimEqual(concern("$0.child!.title = \"a\"", child), .certain)
    claimEqual(concern("#expect($0.child?.title == \"a\")", child), .certain)
    claimEqual(concern("$0.child? = Child()", child), .none)
    let count = FieldPath([.field("count"), .wrapped])
    claimEqual(concern("$0.count? += 1", count), .certain)
  }

  @Test func `what need not run may compare`() {
    let age = FieldPath([.field("age")])
    claimEqual(concern("if isOn { $0.age = 1 }", age), .possible)
    claimEqual(concern("for _ in 0..<2 { $0.age += 1 }", age), .possible)
    claimEqual(concern("if isOn { return }\n$0.age = 1", age), .possible)
    claimEqual(concern("#expect($0.age == 1 || isOn)", age), .possible)
    claimEqual(concern("$0.age = $0.age", age), .none)
    claimEqual(concern("print($0.age)", age), .none)
    claimEqual(concern("log($0.age)", age), .possible)
  }

  @Test func `a key path may lead to any field below`() {
    claimEqual(fields("$0.child[keyPath: path] = 1"), ["child"])
    claimEqual(fields("$0[keyPath: path] = 1"), ["?"])
  }

  @Test func `of several calls in a line, the one at the column is read`() {
    let line = "await store.send(.send(1)) { $0.a = 1 }; await store.send(.b) { $0.b = 1 }"
    claimEqual(statement(line, column: 17), ["a"])
    claimEqual(statement(line, column: 58), ["b"])
    claimEqual(statement(line, column: 3), ["a"])
    claimEqual(statement(line, column: 300), ["a"])
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

  /// The paths, followed by a question mark if there may be more.
  private func fields(_ closure: String) -> [String] { texts(read(closure)) }

  private func statement(_ text: String, column: Int = 0) -> [String] {
    let source = SwiftSource(text)
    let closure = source.call(atLine: 1, column: column)?.closure
      .map { AssertClosure($0, in: source) }
    return texts(closure.map { ClosureFields($0, in: source) } ?? .unknown)
  }

  private func read(_ closure: String) -> ClosureFields {
    let source = SwiftSource(closure)
    return ClosureFields(AssertClosure(source.tokens.indices, in: source), in: source)
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
    read(closure).concern(field)
  }

  private func concerns(_ closure: String, _ field: FieldPath) -> Bool {
    read("$0.\(closure) = 1").concern(field) == .certain
  }
}
