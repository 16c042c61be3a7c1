import FocusedTestStore
import Testing

/// The reducer determines the types of a store, so the initial state can omit its type.
struct StoreInitializerTests {
  @Test func aCaseOfTheStateIsInferred() async {
    let store = TestStore(.off, initialState: .main(Sleeper.State())) { Root() }
    await store.send(.main(.woke)) { $0 = .main(Sleeper.State(woken: 1)) }
    let signedOut = TestStore(initialState: .signedOut) {
      Root()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    claimEqual(signedOut.state, .signedOut)
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
    let root = Store(initialState: .main(Sleeper.State())) { Root() }
    root.send(.main(.woke))
    claimEqual(root.state, .main(Sleeper.State(woken: 1)))
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

private struct Root: Reducer {
  enum State: Equatable {
    case signedOut
    case main(Sleeper.State)
  }
  enum Action { case main(Sleeper.Action) }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifCaseLet({ .main($0) }, action: { .main($0) }) { Sleeper() }
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
