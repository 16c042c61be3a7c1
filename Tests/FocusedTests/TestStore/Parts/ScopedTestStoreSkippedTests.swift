import FocusedTestStore
import Testing

/// The notes of `.off(showSkippedAssertions: true)` for a scoped store. Their code passes when pasted.
struct ScopedTestStoreSkippedTests {
  @Test func `a call of a part is noted as one`() async {
    let store = Office.store(.off(showSkippedAssertions: true))
    let left = store.scope(state: \.left, action: { .left($0) })
    await expectIssue(severity: .note) {
      await left.send(.write("a"))
    } says: {
      """
      Skipped: .left(.write("a")) changes the state. Assert it:

        await left.send(.write("a")) {
          $0.note = "a"
        }
      """
    }
    await left.send(.ask)
    await expectIssue(severity: .note) {
      await left.receive(.answered(42)) { $0.answer = 42 }
    } says: {
      """
      Skipped: .left(.answered(42)) also changes the state. Add to its closure:

        $0.count = 1
      """
    }
  }

  @Test func `a received action is noted for the part at hand`() async {
    let store = Office.store(.off(showSkippedAssertions: true))
    let left = store.scope(state: \.left, action: { .left($0) })
    let issues = await withCapturedIssues {
      await left.send(.ask)
      await left.send(.countUp) { $0.count = 2 }
    }
    expectText(
      issues,
      """
      Skipped: an action received after this step is not asserted. Add below, before \
      ScopedTestStoreSkippedTests.swift:\(#line - 6):

        await left.receive(.answered(42)) {
          $0.count = 1
          $0.answer = 42
        }
      """)
  }

  @Test func `a part that is out of reach is not named`() async {
    let store = Office.store(.off(showSkippedAssertions: true))
    do {
      let left = store.scope(state: \.left, action: { .left($0) })
      await left.send(.write("a")) { $0.note = "a" }
    }
    let issues = await withCapturedIssues {
      await store.send(.left(.ask))
      await store.send(.left(.write("b"))) { $0.left.note = "b" }
    }
    expectText(
      issues,
      """
      Skipped: an action received after this step is not asserted. Add below, before \
      ScopedTestStoreSkippedTests.swift:\(#line - 6):

        await store.receive(.left(.answered(42))) {
          $0.left.count = 1
          $0.left.answer = 42
        }
      """)
  }

  @Test func `what changes outside of the part is asserted by the store`() async {
    let store = Office.store(
      .off(showSkippedAssertions: true), Office.State(sheet: Desk.State()))
    let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
    await sheet.send(.sign)
    await expectIssue(severity: .note) {
      await sheet.receive(.signed) { $0.note = "signed" }
    } says: {
      """
      Skipped: .sheet(.presented(.signed)) changes more than sheet. Assert it with the store instead:

        await store.receive(.sheet(.presented(.signed))) {
          $0.written = 1
          $0.sheet?.note = "signed"
        }
      """
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
