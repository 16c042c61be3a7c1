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
  // Name the case by its constructor: `receive(case: { .loaded($0) })`, or give the action.
  await store.receive(\.rows[id: 1].loaded)
  // Give the action: `send(.loaded)`, or `send(.set(\.name, value))`.
  await store.send(\.child.reset)
  // Give the action: `send(.loaded(value))`, or `send(.set(\.name, value))`.
  await store.send(\.loaded, 1) { $0.value = 1 }
}

struct Search: Reducer {
  struct State: Equatable {}
  enum Action {
    case response(Result<[String], any Error>)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

func receiveWhatIsNotEquatable() async {
  let store = TestStore(.off, initialState: Search.State()) { Search() }

  // `Action` is not Equatable. Name the case by its constructor, `receive(case: { .loaded($0) }, value)`, or state a condition: `receive(where: { … })`.
  await store.receive(.response(.success(["a"])))
  // `Action` is not Equatable. Name the cases by their constructors: `receive(inOrder: .case { .started }, .case { .loaded($0) })`.
  await store.receive(inOrder: .response(.success(["a"])), .response(.success(["b"])))
  // `Action` is not Equatable. Name the case by its constructor, `assertNotReceived(case: { .loaded($0) })`, or state a condition: `assertNotReceived(where: { … })`.
  await store.assertNotReceived(.response(.success(["a"])))
}
