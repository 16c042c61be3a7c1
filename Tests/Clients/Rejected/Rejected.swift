import FocusedTestStore

// Code that the compiler rejects, each line with the error that it must get.

struct Loader: Reducer {
  struct State: Equatable { var value = 0 }
  enum Action: Equatable {
    case loaded(Int)
    case child(Child)
  }
  enum Child: Equatable { case loaded(Int) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

func misspellAChildsAction() async {
  let store = TestStore(.off, initialState: Loader.State()) { Loader() }

  // type 'Loader.Child' has no member 'laoded'
  await store.send(.child(.laoded(1)))
  // type 'Loader.Child' has no member 'laoded'
  await store.receive(.child(.laoded(1))) { $0.value = 1 }
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

  // instance method 'receive(_:timeout:assert:fileID:filePath:line:column:)' requires that 'Search.Action' conform to 'Equatable'
  await store.receive(.response(.success(["a"])))
}

struct Row: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action: Equatable { case tapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

enum Screens: Equatable { case row(Row.State) }

enum List {
  struct State: Equatable { var screens = StackState<Screens>() }
  enum Action: Equatable { case row(Row.Action) }
}

func scopeByAKeyPathWithACase(_ store: TestStore<List.State, List.Action>) {
  // subscript index of type '(Row.State) -> Screens' in a key path must be Hashable
  _ = store.scope(state: \.screens[id: 0, case: { .row($0) }], action: { .row($0) })
}

struct Misspelled: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action: Equatable { case reset }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .reset:
        // value of type 'Misspelled.State' has no member 'cuont'
        state.cuont = 0
        return .none
      }
    }
  }
}
