import FocusedTestStore

// Code that the compiler rejects, each line with the one error that it must get.

struct Loader: Reducer {
  struct State: Equatable { var value = 0 }
  enum Action: Equatable {
    case loaded(Int)
    case child(Child)
  }
  enum Child: Equatable { case loaded(Int) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

func receiveByCaseKeyPaths() async {
  let store = TestStore(.off, initialState: Loader.State()) { Loader() }

  // Name the case by its constructor: `receive(case: { .loaded($0) })`, or give the action.
  await store.receive(\.loaded)
  // Name the case by its constructor: `receive(case: { .loaded($0) })`, or give the action.
  await store.receive(\.child.loaded, timeout: .seconds(1)) { $0.value = 1 }
  // Name the case by its constructor: `receive(case: { .loaded($0) }, value)`, or give the action.
  await store.receive(\.loaded, 1)
  // Name the case by its constructor: `receive(case: { .loaded($0) }, value)`, or give the action.
  await store.receive(\.child.loaded, 1) { $0.value = 1 }
}
