import FocusedTestStore
import Testing

/// The notes of `.off(showSkippedAssertions: true)` for a scoped store. Their code passes when pasted.
struct ScopedTestStoreSkippedTests {
  @Test func `a call of a part is noted as one`() async {
    let store = Office.store(.off(showSkippedAssertions: true))
    let left = store.scope(state: \.left, action: { .left($0) })
    await expectIssue(severity: .note) {
      await left.send(.write("a"))
    }
    await left.send(.ask)
    await expectIssue(text: "received", severity: .note) {
      await left.receive(.answered(42)) { $0.answer = 42 }
    }
  }

  @Test func `a received action is noted for the store`() async {
    let store = Office.store(.off(showSkippedAssertions: true))
    let left = store.scope(state: \.left, action: { .left($0) })
    let issues = await withCapturedIssues {
      await left.send(.ask)
      await left.send(.countUp, assert: { $0.count = 2 }, line: 201)
    }
    expectText(issues)
  }

  @Test func `what changes outside of the part is asserted by the store`() async {
    let store = Office.store(
      .off(showSkippedAssertions: true), Office.State(sheet: Desk.State()))
    let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
    await sheet.send(.sign)
    await expectIssue(severity: .note) {
      await sheet.receive(.signed) { $0.note = "signed" }
    }
    for exhaustivity in [Exhaustivity.off(showSkippedAssertions: true), .on] {
      let issues = await withCapturedIssues {
        let store = Office.store(exhaustivity, Office.State(sheet: Desk.State()))
        let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
        await sheet.send(.sign)
        await store.receive(.sheet(.presented(.signed))) {
          $0.written = 1
          $0.sheet?.note = "signed"
        }
      }
      claimIssues(issues, at: [])
    }
  }

  @Test func `what is asserted is not noted`() async {
    let issues = await withCapturedIssues {
      let store = Room.store(.off(showSkippedAssertions: true))
      let desk = store.scope(state: { .desk($0) }, action: { .desk($0) })
      await desk.send(.write("a")) { $0.note = "a" }
    }
    claimIssues(issues, at: [])
  }
}
