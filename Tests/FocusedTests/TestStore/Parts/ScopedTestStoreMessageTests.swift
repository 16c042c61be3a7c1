import FocusedTestStore
import Testing

/// The messages of failed assertions of a scoped store.
struct ScopedTestStoreMessageTests {
  @Test func `an element in a stack in a part is named by its variable`() async {
    let store = Office.store(.off, Office.State(path: StackState([.desk(Desk.State())])))
    let desk =
      store
      .scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
      .scope(state: { .desk($0) }, action: { .desk($0) })
    await desk.send(.ask)
    await expectIssue {
      await desk.receive(.answered(42)) { $0.answer = 41 }
    }
  }

  @Test func `a part without a variable is named by its feature`() async {
    let store = Room.store()
    await expectIssue {
      store.scope(state: { .desk($0) }, action: { .desk($0) }).assert { $0.count = 1 }
    }
  }

  @Test func `a change that comes later is found in the part`() async {
    let store = Office.store()
    let left = store.scope(state: \.left, action: { .left($0) })
    await expectIssue {
      await left.send(.ask) { $0.answer = 42 }
    }
  }

  @Test func `in on a part that is wrong by itself is compared by itself`() async {
    let store = Office.store(.on)
    let left = store.scope(state: \.left, action: { .left($0) })
    await expectIssue {
      await left.send(.write("a")) { $0.note = "b" }
    }
  }

  @Test func `in on what else changed is said in the store's terms`() async {
    let store = Office.store(.on, Office.State(sheet: Desk.State()))
    let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
    await sheet.send(.sign)
    await expectIssue {
      await sheet.receive(.signed) { $0.note = "signed" }
    }
  }

  @Test func `in on a change without a closure is code for the part`() async {
    let store = Office.store(.on)
    let left = store.scope(state: \.left, action: { .left($0) })
    await expectIssue {
      await left.send(.write("a"))
    }
    let pasted = Office.store(.on)
    let right = pasted.scope(state: \.left, action: { .left($0) })
    await right.send(.write("a")) {
      $0.note = "a"
    }
  }

  @Test func `a closure that changes nothing is of the part`() async {
    let store = Office.store(.on)
    let left = store.scope(state: \.left, action: { .left($0) })
    await expectIssue {
      await left.send(.write("")) { $0.note = "" }
    }
  }

  // MARK: - Actions

  @Test func `an action that did not come is named in full`() async {
    let store = Office.store(.off, Office.State(sheet: Desk.State()))
    let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
    await sheet.send(.write("a"))
    await expectIssue {
      await sheet.receive(.answered(42))
    }
  }

  @Test func `the case of an action is named as the test names it`() async {
    let store = Office.store(.off, Office.State(path: StackState([.desk(Desk.State())])))
    let room = store.scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
    let desk = room.scope(state: { .desk($0) }, action: { .desk($0) })
    await desk.send(.write("a"))
    await expectIssue {
      await desk.receive(case: { .answered($0) })
    }
  }

  // MARK: - Parts that are gone

  @Test func `a closure of a part that its action removed`() async {
    let store = Office.store(.off, Office.State(sheet: Desk.State()))
    let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
    await store.send(.closeLater)
    await expectIssue {
      sheet.assert { $0.note = "a" }
    }
  }

  @Test func `an action that arrived before the part went can still be asserted`() async {
    let store = Office.store(.off, Office.State(sheet: Desk.State()))
    let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
    await sheet.send(.askAndClose)
    await expectIssue {
      sheet.assert { $0.answer = 7 }
    }
    await sheet.receive(.answered(7)) { $0.answer = 7 }
  }

  @Test func `an action of a part that is gone is not sent`() async {
    let store = Office.store(.off, Office.State(plain: Desk.State()))
    let plain = store.scope(state: \.plain, action: { .plain($0) })
    await plain.send(.sign)
    await store.send(.closeLater)
    await store.receive(.closed)
    await expectIssue {
      await plain.send(.write("a")) { $0.note = "a" }
    }
    claimEqual(store.history.count, 4)
  }

  @Test func `an action for a child that never existed is not sent`() async {
    let store = Office.store()
    let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
    await expectIssue {
      await sheet.send(.write("a"))
    }
    #expect(sheet.state == nil)

    await store.send(.openTapped)
    await sheet.send(.write("a")) { $0.note = "a" }
  }

  @Test func `an action that removes the part that receives it`() async {
    for exhaustivity in [Exhaustivity.off, .on] {
      let store = TestStore(exhaustivity, initialState: Closing.State(desk: Desk.State())) {
        Closing()
      }
      let desk = store.scope(state: \.desk, action: { .desk($0) })
      await expectIssue {
        await desk.send(.countUp) { $0.count = 1 }
      }
    }
    let store = TestStore(.off, initialState: Closing.State(desk: Desk.State())) { Closing() }
    let desk = store.scope(state: \.desk, action: { .desk($0) })
    await desk.send(.countUp)
  }

  @Test func `an action that a part receives after it went has no state to assert`() async {
    let store = TestStore(.off, initialState: Closing.State(desk: Desk.State())) { Closing() }
    let desk = store.scope(state: \.desk, action: { .desk($0) })
    await store.send(.close)
    await desk.receive(.countUp)
    await store.send(.close)
    await expectIssue {
      await desk.receive(.countUp) { $0.count = 1 }
    }
  }

  @Test func `in on a part that a step brings is asserted by the store`() async {
    let store = TestStore(.on, initialState: Closing.State()) { Closing() }
    let desk = store.scope(state: \.desk, action: { .desk($0) })
    await store.send(.open)
    await expectIssue {
      await desk.receive(.write("new")) { $0.note = "new" }
    }
  }

  @Test func `in off a part that a step brings is asserted as it is`() async {
    let store = TestStore(.off, initialState: Closing.State()) { Closing() }
    let desk = store.scope(state: \.desk, action: { .desk($0) })
    await store.send(.open)
    await desk.receive(.write("new")) { $0.note = "new" }
    await store.send(.close)
    await store.send(.open)
    await claimOneIssue(naming: #"− note: "old""#) {
      await desk.receive(.write("new")) { $0.note = "old" }; return #line
    }
  }

  @Test func `a case path that cannot be followed is said to be`() async {
    let store = TestStore(.off, initialState: .mute(.number(1))) { Muted() }
    let number = store.scope(state: { .mute(.number($0)) }, action: { (id: Int) in id })
    await expectIssue {
      number.assert { $0 = 2 }
    }
    let issues = withCapturedIssues { #expect(number.state == nil) }
    expectText(issues, text: "read")
  }
}

/// A feature whose state can't be read by reflection.
private struct Muted: Reducer {
  enum State: Equatable {
    case mute(Mute)
  }

  enum Mute: Equatable, CustomReflectable {
    case number(Int)

    var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  func reduce(into state: inout State, action: Int) -> Effect<Int> { .none }
}

/// A feature whose sent action removes the child, and whose received action adds it.
private struct Closing: Reducer {
  struct State: Equatable {
    var desk: Desk.State?
  }

  enum Action: Equatable {
    case open
    case close
    case desk(Desk.Action)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .open:
      return .send(.desk(.write("new")))
    case .desk(.write(let note)):
      state.desk = Desk.State(note: note)
      return .none
    case .close:
      state.desk = nil
      return .send(.desk(.countUp))
    case .desk:
      state.desk = nil
      return .none
    }
  }
}
