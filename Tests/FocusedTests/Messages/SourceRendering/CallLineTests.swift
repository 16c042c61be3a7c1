import Testing

@testable import FocusedTestStore

struct CallLineTests {
  @Test(arguments: [
    ("await store.send(.save) { $0.name = \"\" }", "store"),
    ("await self.store.send(.save)", "self.store"),
    ("let task = await model.edit.receive(.saved)", "model.edit"),
    ("store.assert { $0.name = \"\" }", "store"),
  ])
  func `the receiver is the dotted name before the method`(line: String, name: String) {
    #expect(call(line)?.receiver == name)
  }

  @Test(arguments: [
    "await makeStore().send(.save)", "await stores[0].send(.save)", "  .send(.save)",
    "send(.save)", "", "}", "é.send",
  ])
  func `a receiver of another form has no name`(line: String) {
    #expect(call(line)?.receiver == nil)
  }

  @Test func `the column decides between two calls on a line`() {
    let line = "await one.send(.a); await two.send(.b)"
    #expect(CallLine(line[...], column: 15)?.receiver == "one")
    #expect(CallLine(line[...], column: 35)?.receiver == "two")
    // If there is no bracket at the column, the file has been edited, or a helper has passed on only the line.
    for column in [1, 16, 1_000, .max] {
      #expect(CallLine(line[...], column: column)?.receiver == nil)
    }
  }

  @Test func `the arguments of scope show the fields`() {
    let whole = scope(
      "let sheet = store.scope(state: \\.tab.sheet, action: { .tab(.sheet(.presented($0))) })")
    #expect(whole?.namesOfState == ["tab", "sheet"])
    let closures = scope("store.scope(state: { .login($0) }, action: { .login($0) })")
    #expect(closures?.namesOfState == ["login"])
    // The arguments are on the lines below.
    let split = scope("let sheet = store.scope(")
    #expect(split?.namesOfState == [])
  }

  @Test(arguments: [
    ("store.receive(case: { .loaded($0) })", ".loaded"),
    ("store.receive(case: { .row(id: $0, action: $1) }, timeout: .zero)", ".row"),
    ("store.receive(case: { .row(id: 3, action: .named($0)) })", ".row(id: 3, action: .named)"),
    ("store.receive(case: { .sum($0, 2) })", ".sum(_, 2)"),
    ("store.receive(case: Profile.Action.loaded)", ".loaded"),
    ("store.receive(case: path)", nil),
    ("store.receive(case: { id in .row(id) })", nil),
    ("store.receive(case: {", nil),
    ("store.receive(.loaded)", nil),
  ])
  func `a case is named by its closure or constructor`(line: String, name: String?) {
    #expect(call(line)?.caseName == name)
  }

  private func call(_ line: String) -> CallLine? {
    line.firstRange(of: /\.(send|receive|assert) ?[({]/).flatMap { range in
      let bracket = line.utf8.distance(from: line.startIndex, to: range.upperBound)
      return CallLine(line[...], column: bracket)
    }
  }

  private func scope(_ line: String) -> CallLine? {
    line.ranges(of: "scope(").last.flatMap { range in
      CallLine(line[...], column: line.utf8.distance(from: line.startIndex, to: range.upperBound))
    }
  }
}
