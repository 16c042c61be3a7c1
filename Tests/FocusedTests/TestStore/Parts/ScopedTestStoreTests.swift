import FocusedTestStore
import Testing

/// The assertions of a scoped store, which are assertions of the store.
struct ScopedTestStoreTests {
  @Test func `a part is a case of the root, and case paths lead to it as well`() async {
    let store = Room.store()
    let desk = store.scope(state: { .desk($0) }, action: { .desk($0) })
    await desk.send(.write("a")) { $0.note = "a" }

    let state = CasePath<Room.State, Desk.State> { .desk($0) }
    let action = CasePath<Room.Action, Desk.Action> { .desk($0) }
    let again = store.scope(state: state, action: action)
    await again.send(.write("b")) { $0.note = "b" }
    let note = again.scope(state: \.note, action: CasePath { $0 })
    note.assert { $0 = "b" }

    await store.send(.leave)
    #expect(desk.state == nil)
  }

  @Test func `received actions are the store's, in each form`() async {
    let store = Office.store(.off, Office.State(sheet: Desk.State()))
    let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })

    await sheet.send(.ask)
    await sheet.receive(.answered(42)) { $0.answer = 42 }
    await sheet.send(.ask)
    await sheet.receive(case: { .answered($0) }) { $0.count = 2 }
    await sheet.send(.ask)
    await sheet.receive(case: { .answered($0) }, 42)
    await sheet.send(.ask)
    await sheet.receive(where: { $0 == .answered(42) })
    await sheet.send(.ask)
    await sheet.receive(case: CasePath { .answered($0) })
    await sheet.send(.ask)
    await sheet.receive(case: CasePath { .answered($0) }, 42) { $0.count = 6 }
    await sheet.send(.sign)
    await sheet.receive(inOrder: .signed)
    await sheet.assertNotReceived(.close)
    await sheet.assertNotReceived(case: { .answered($0) })
    await sheet.assertNotReceived(case: CasePath { .answered($0) })
    await sheet.assertNotReceived(where: { $0 == .close })

    // The scoped store asserts an action, so it is asserted in the store.
    await sheet.send(.ask)
    await sheet.receive(.answered(42))
    let line = #line + 1
    let issues = await withCapturedIssues { await store.receive(.sheet(.presented(.answered(42)))) }
    claimIssues(issues, at: [line], naming: "asserted already")
  }

  @Test func `what did not come is missed in each form, at its line`() async {
    let store = Office.store(.off, Office.State(sheet: Desk.State()))
    let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
    await sheet.send(.ask)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await sheet.receive(.answered(41))
      await sheet.receive(case: { .write($0) })
      await sheet.receive(case: { .answered($0) }, 41)
      await sheet.receive(where: { $0 == .close })
      await sheet.receive(inOrder: .answered(42), .answered(42))
      await sheet.assertNotReceived(.answered(42))
      await sheet.assertNotReceived(case: { .answered($0) })
      await sheet.assertNotReceived(where: { $0 == .answered(42) })
    }
    claimIssues(issues, at: Array(line...(line + 7)))
    // Actions of one scoped store don't belong to another one.
    let left = store.scope(state: \.left, action: { .left($0) })
    await left.assertNotReceived(.answered(42))
  }

  @Test func `in on a closure of a part states the change of the whole`() async {
    let store = Office.store(.on, Office.State(sheet: Desk.State()))
    let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
    await sheet.send(.write("a")) { $0.note = "a" }
    await sheet.send(.ask)
    await sheet.receive(.answered(42)) {
      $0.answer = 42
      $0.count = 1
    }
    claimEqual(sheet.state?.count, 1)
    await sheet.send(.sign)
    claimEqual(sheet.state?.note, "a")
    await store.receive(.sheet(.presented(.signed))) {
      $0.sheet?.note = "signed"
      $0.written = 1
    }
    claimEqual(sheet.state?.note, "signed")
  }

  @Test func `in a closure of a part its state is the one before the step`() async {
    let store = Room.store()
    let desk = store.scope(state: { .desk($0) }, action: { .desk($0) })
    await desk.send(.countUp) {
      #expect(desk.state?.count == 0)
      $0.count = 1
    }
  }

  @Test func `a part by a key path to a value may be missing while no call uses it`() async {
    let store = Office.store(.off, Office.State(plain: Desk.State()))
    let plain = store.scope(state: \.plain!, action: { .plain($0) })
    await plain.send(.write("a")) { $0.note = "a" }
    // From here on, the key path traps.
    await store.send(.closed) { $0.plain = nil }
    await plain.assertNotReceived(.signed)
  }

  @Test func `a part keeps its store alive`() async {
    func part() -> ScopedTestStore<Desk.State, Desk.Action> {
      Room.store().scope(state: { .desk($0) }, action: { .desk($0) })
    }
    let desk = part()
    await desk.send(.countUp) { $0.count = 1 }
  }
}
