import FocusedTestStore
import Testing

struct PresentedCaseTests {
  @Test func `a presented case is read and changed`() {
    var desk = Desk(screen: .note(Note(text: "a")))
    claimEqual(desk.$screen[case: { .note($0) }]?.text, "a")
    #expect(desk.$screen[case: { .page($0) }] == nil)
    desk.$screen[case: { .note($0) }]?.text = "b"
    claimEqual(desk, Desk(screen: .note(Note(text: "b"))))
    desk.$screen[case: CasePath { .note($0) }] = Note(text: "c")
    claimEqual(desk, Desk(screen: .note(Note(text: "c"))))
  }

  @Test func `nil removes what is presented in the case`() {
    var desk = Desk(screen: .note(Note()))
    desk.$screen[case: { .note($0) }] = nil
    #expect(desk.screen == nil)
    desk.$screen[case: { .note($0) }] = nil
    #expect(desk.screen == nil)
  }

  @Test func `to change another case than the presented one is an issue at its line`() {
    var desk = Desk(screen: .note(Note(text: "a")))
    let line = #line + 2
    let issues = withCapturedIssues {
      desk.$screen[case: Screen.page] = 3
      desk.$screen[case: { .page($0) }]? += 1
      desk.$screen[case: { .page($0) }] = nil
    }
    claimEqual(issues.map(\.line), [line, line + 1, line + 2])
    expectText(issues.first?.message)
    claimEqual(desk, Desk(screen: .note(Note(text: "a"))))
  }

  @Test func `to set a case where nothing is presented is an issue at its line`() {
    var desk = Desk()
    let line = #line + 1
    let issues = withCapturedIssues { desk.$screen[case: { .page($0) }] = 3 }
    claimEqual(issues.map(\.line), [line])
    expectText(issues)
    #expect(desk.screen == nil)
  }

  @Test func `a change of another case in an assert closure is an issue at its line`() async {
    let store = TestStore(.off, initialState: Desk(screen: .page(1))) {
      Reduce<Desk, Int> { state, page in
        state.screen = .page(page)
        return .none
      }
    }
    await store.send(2) { $0.$screen[case: { .page($0) }] = 2 }
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.send(3) { $0.$screen[case: { .note($0) }]?.text = "" }
    }
    #expect(issues.map(\.line).contains(line))
    claimEqual(issues.first?.message.hasPrefix("Expected the presented state to be"), true)
  }
}

extension PresentedCaseTests {
  struct Desk: Equatable { @PresentationState var screen: Screen? }

  enum Screen: Equatable {
    case note(Note)
    case page(Int)
  }

  struct Note: Equatable { var text = "" }
}
