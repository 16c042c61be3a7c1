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
    } says: {
      """
      The state of desk is not as expected after receiving .path(.element(id: 0, action: \
      .desk(.answered(42)))).

      − answer: 41
      + answer: 42
      (− expected, + actual)
      """
    }
  }

  @Test func `a part without a variable is named by its feature`() async {
    let store = Room.store()
    await expectIssue {
      store.scope(state: { .desk($0) }, action: { .desk($0) }).assert { $0.count = 1 }
    } says: {
      """
      The state of Desk is not as expected.

      − count: 1
      + count: 0
      (− expected, + actual)
      """
    }
  }

  @Test func `a change that comes later is found in the part`() async {
    let store = Office.store()
    let left = store.scope(state: \.left, action: { .left($0) })
    await expectIssue {
      await left.send(.ask) { $0.answer = 42 }
    } says: {
      """
      The state of left is not as expected after sending .left(.ask).

      − answer: 42
      + answer: nil
      (− expected, + actual)

      answer is as expected only after .left(.answered(42)) is received. Assert that there:
        await left.receive(.answered(42)) {
          $0.answer = 42
        }
      """
    }
  }

  @Test func `in on a part that is wrong by itself is compared by itself`() async {
    let store = Office.store(.on)
    let left = store.scope(state: \.left, action: { .left($0) })
    await expectIssue {
      await left.send(.write("a")) { $0.note = "b" }
    } says: {
      """
      The state of left is not as expected after sending .left(.write("a")).

        Desk.State(
          … (1 unchanged),
      −   note: "b",
      +   note: "a",
          … (2 unchanged)
        )
      (− expected, + actual)
      """
    }
  }

  @Test func `in on what else changed is said in the store's terms`() async {
    let store = Office.store(.on, Office.State(sheet: Desk.State()))
    let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
    await sheet.send(.sign)
    await expectIssue {
      await sheet.receive(.signed) { $0.note = "signed" }
    } says: {
      """
      The state is not as expected after receiving .sheet(.presented(.signed)).

        Office.State(
      −   written: 0,
      +   written: 1,
          … (6 unchanged)
        )
      (− expected, + actual)

      A closure of sheet can change only its own state. Assert the rest with the store: `store`.
      """
    }
  }

  @Test func `in on a change without a closure is code for the part`() async {
    let store = Office.store(.on)
    let left = store.scope(state: \.left, action: { .left($0) })
    await expectIssue {
      await left.send(.write("a"))
    } says: {
      """
      Expected no change of the state of left after sending .left(.write("a")), because there is no closure, \
      but it changed.

        Desk.State(
          … (1 unchanged),
      −   note: "",
      +   note: "a",
          … (2 unchanged)
        )
      (− expected, + actual)

      If the change is meant, assert it:
        await left.send(.write("a")) {
          $0.note = "a"
        }
      """
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
    } says: {
      """
      Expected a change of the state of left after sending .left(.write("")), but the closure changes \
      nothing, and nothing changed.
      The closure sets values that were already set. Assert a field that should have changed, or remove the closure.
      """
    }
  }

  // MARK: - Actions

  @Test func `an action that did not come is named in full`() async {
    let store = Office.store(.off, Office.State(sheet: Desk.State()))
    let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
    await sheet.send(.write("a"))
    await expectIssue {
      await sheet.receive(.answered(42))
    } says: {
      """
      Expected to receive .sheet(.presented(.answered(42))), but .sheet(.presented(.write("a"))) \
      started no effect.

      Received since the last send: nothing.

      Check the effect that the reducer returns for .sheet(.presented(.write("a"))).
      """
    }
  }

  @Test func `the case of an element's action is named with its id`() async {
    let store = Office.store(.off, Office.State(path: StackState([.desk(Desk.State())])))
    let room = store.scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
    let desk = room.scope(state: { .desk($0) }, action: { .desk($0) })
    await desk.send(.write("a"))
    await expectIssue {
      await desk.receive(case: { .answered($0) })
    } says: {
      """
      Expected to receive .path(.element(id: 0, action: .desk(.answered))), but \
      .path(.element(id: 0, action: .desk(.write("a")))) started no effect.

      Received since the last send: nothing.

      Check the effect that the reducer returns for .path(.element(id: 0, action: .desk(.write("a")))).
      """
    }
  }

  // MARK: - Parts that are gone

  @Test func `a closure of a part that its action removed`() async {
    let store = Office.store(.off, Office.State(sheet: Desk.State()))
    let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
    await store.send(.closeLater)
    await expectIssue {
      sheet.assert { $0.note = "a" }
    } says: {
      """
      Expected to check the state of sheet, but it has been gone since .closed was received.
      Move this line to where it exists, or check the action that removes it.

      Received since the last send:
        .closed
      """
    }
  }

  @Test func `a part that was there after an earlier action is asserted at its receive`() async {
    let store = Office.store(.off, Office.State(sheet: Desk.State()))
    let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
    await sheet.send(.askAndClose)
    await expectIssue {
      sheet.assert { $0.answer = 7 }
    } says: {
      """
      Expected to check the state of sheet, but it has been gone since .sheet(.dismiss) was received.
      Move this line to where it exists, or move its assertion to the `receive` of an earlier action. Or check \
      the action that removes it.

      Received since the last send:
        .sheet(.presented(.answered(7)))
        .sheet(.dismiss)
      """
    }
    await sheet.receive(.answered(7)) { $0.answer = 7 }
  }

  @Test func `what removed a part is named with its line`() async {
    let store = Office.store(.off, Office.State(plain: Desk.State()))
    let plain = store.scope(state: \.plain, action: { .plain($0) })
    await plain.send(.sign)
    await store.send(.closeLater)
    let line = #line + 1
    await store.receive(.closed)
    await expectIssue {
      await plain.send(.write("a")) { $0.note = "a" }
    } says: {
      """
      Expected the state of plain to exist for .plain(.write("a")), but it has been gone since .closed was \
      received at ScopedTestStoreMessageTests.swift:\(line).
      The action was not sent. Move this line to where it exists, or check the action that removes it. If the \
      feature handles it without that state, send it with the store:
        await store.send(.plain(.write("a")))
      """
    }
    claimEqual(store.history.count, 4)
  }

  @Test func `a part that never came`() async {
    let store = Office.store()
    let line = #line + 1
    let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
    await expectIssue {
      await sheet.send(.write("a"))
    } says: {
      """
      Expected the state of sheet to exist for .sheet(.presented(.write("a"))), but it did not exist when `scope` was \
      called at ScopedTestStoreMessageTests.swift:\(line), and still does not.
      The action was not sent. Move this line to where it exists, or check the actions that should create it. \
      If the feature handles it without that state, send it with the store:
        await store.send(.sheet(.presented(.write("a"))))
      """
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
      } says: {
        """
        Expected to check the state of desk after sending .desk(.countUp), but that action removed it.
        Move this line to where it exists, or check the action that removes it.
        """
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
    let line = #line + 1
    await store.send(.close)
    await expectIssue {
      await desk.receive(.countUp) { $0.count = 1 }
    } says: {
      """
      Expected to check the state of desk after receiving .desk(.countUp), but it has been gone since \
      .close was sent at ScopedTestStoreMessageTests.swift:\(line - 3).
      Move this line to where it exists, or check the action that removes it.
      """
    }
  }

  @Test func `in on a part that a step brings is asserted by the store`() async {
    let store = TestStore(.on, initialState: Closing.State()) { Closing() }
    let desk = store.scope(state: \.desk, action: { .desk($0) })
    await store.send(.open)
    await expectIssue {
      await desk.receive(.write("new")) { $0.note = "new" }
    } says: {
      """
      Expected to check the state of desk after receiving .desk(.write("new")), but it did not exist before.
      In `.on`, a closure is applied to the state before the step. Assert the new state with the store: `store`.
      """
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
    } says: {
      """
      Expected to check the state of number, but its case path cannot be followed by reflection: Mute has no \
      reflection metadata, or has a custom mirror.
      Use `CasePath(embed:extract:)` instead.
      """
    }
    let issues = withCapturedIssues { #expect(number.state == nil) }
    expectText(
      issues,
      """
      Expected to find the state of number, but its case path cannot be followed by reflection: Mute has no \
      reflection metadata, or has a custom mirror.
      Use `CasePath(embed:extract:)` instead.
      """)
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
