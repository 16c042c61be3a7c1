import FocusedTestStore
import Testing

/// The reducer determines the types of a store, so the initial state can omit its type.
struct StoreInitializerTests {
  @Test func aCaseOfTheStateIsInferred() async {
    let store = TestStore(.off, initialState: .left(Sleeper.State())) { Bed() }
    await store.send(.left(.woke)) { $0 = .left(Sleeper.State(woken: 1)) }
    let signedOut = TestStore(initialState: .empty) {
      Bed()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    claimEqual(signedOut.state, .empty)
  }

  @Test func anEmptyLiteralIsInferred() async {
    let store = TestStore(initialState: []) { Log() }
    await store.send(.note("a")) { $0 = ["a"] }
  }

  @Test func nilIsInferred() async {
    let store = TestStore(initialState: nil) { Choice() }
    await store.send(3) { $0 = 3 }
  }

  @Test func anOperatorOnTheReducerIsInferredToo() async {
    let store = TestStore(initialState: []) { Log().dependency(\.uuid, .incrementing) }
    await store.send(.note("a")) { $0 = ["a"] }
  }

  @Test(arguments: [true, false]) func aListOfReducersRunsFromTopToBottom(_ isLoud: Bool) async {
    let store = TestStore(initialState: [String]()) {
      Log()
      if isLoud {
        Reduce { state, _ in
          state.append("!")
          return .none
        }
      }
      Log()
    }
    await store.send(.note("a")) { $0 = isLoud ? ["a", "!", "a"] : ["a", "a"] }
  }

  @Test @MainActor func aLiveStoreInfersAsWell() {
    let root = Store(initialState: .left(Sleeper.State())) { Bed() }
    root.send(.left(.woke))
    claimEqual(root.state, .left(Sleeper.State(woken: 1)))
    let log = Store(initialState: []) { Log() }
    log.send(.note("a"))
    claimEqual(log.state, ["a"])
    let choice = Store(initialState: nil) { Choice() }
    #expect(choice.state == nil)
    let list = Store(initialState: [String]()) {
      Log()
      Log()
    }
    list.send(.note("b"))
    claimEqual(list.state, ["b", "b"])
  }
}

private struct Log: Reducer {
  enum Action: Equatable { case note(String) }

  func reduce(into state: inout [String], action: Action) -> Effect<Action> {
    if case .note(let text) = action { state.append(text) }
    return .none
  }
}

private struct Choice: Reducer {
  func reduce(into state: inout Int?, action: Int) -> Effect<Int> {
    state = action
    return .none
  }
}
