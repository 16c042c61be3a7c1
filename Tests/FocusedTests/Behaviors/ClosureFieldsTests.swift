import FocusedTestStore
import ReducerDebugging
import Testing

@Suite struct ClosureFieldsTests {
  @Test func `what is assigned is compared`() {
    #expect(fields("$0.age = 34") == ["age"])
    #expect(fields("$0.age += 1; $0.user.name = \"a\"") == ["age", "user.name"])
    #expect(
      fields("\n  $0.age = 34\n  // $0.mood = 1\n  $0.name =\n    $0.surname\n") == ["age", "name"])
    #expect(fields("$0.child?.isOn = true") == ["child.isOn"])
    #expect(fields("$0.text = \"$0.mood = 1\"") == ["text"])
    #expect(fields("$0.isRight = $0.age == 3") == ["isRight"])
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
    #expect(fields("_ = $0.age") == ["age"])
  }

  @Test func `blocks are read, and closures are about something else`() {
    #expect(fields("if isOn { $0.age = 1 } else { $0.mood = 2 }") == ["age", "mood"])
    #expect(fields("for i in 0..<2 {\n  $0.rows[i] = i\n}") == ["rows[i]"])
    #expect(fields("let total = $0.age\n$0.sum = total") == ["sum"])
    #expect(fields("guard let age = $0.age else { return }\n$0.name = age") == ["name"])
  }

  @Test func `a parameter with a name counts as well`() {
    #expect(fields("state in\n  state.age = 1\n  other.mood = 2") == ["age"])
    #expect(fields("(state: inout Profile.State) in state.age = 1") == ["age"])
    #expect(fields("[clock] state in state.age = clock.age") == ["age"])
  }

  @Test func `the state as a whole can be anything`() {
    #expect(fields("$0.startLoading()") == ["?"])
    #expect(fields("check(&$0)") == ["?"])
    #expect(fields("$0 = .main(a)") == ["?"])
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
  private func fields(_ closure: String) -> [String] {
    texts(ClosureFields(ofClosure: StatementReader.withoutComments(closure)))
  }

  private func statement(_ text: String) -> [String] {
    texts(ClosureFields(ofStatement: text))
  }

  private func texts(_ fields: ClosureFields) -> [String] {
    let paths = fields.paths.map { path in
      path.parts.reduce(into: "") { text, part in
        switch part {
        case .name(let name): text += (text.isEmpty ? "" : ".") + name
        case .element(let element): text += "[\(element)]"
        }
      }
    }
    return paths + (fields.isComplete ? [] : ["?"])
  }

  private func concerns(_ closure: String, _ field: FieldPath) -> Bool {
    ClosureFields(ofClosure: "$0.\(closure) = 1").paths.contains { $0.concerns(field) }
  }
}
