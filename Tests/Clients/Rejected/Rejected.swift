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

  // `Action` is not Equatable. Name the case by its constructor, `receive(case: { .loaded($0) }, value)`, or state a condition: `receive(where: { … })`.
  await store.receive(.response(.success(["a"])))
  // `Action` is not Equatable. Name the cases by their constructors: `receive(inOrder: .case { .started }, .case { .loaded($0) })`.
  await store.receive(inOrder: .response(.success(["a"])), .response(.success(["b"])))
  // `Action` is not Equatable. Name the case by its constructor, `assertNotReceived(case: { .loaded($0) })`, or state a condition: `assertNotReceived(where: { … })`.
  await store.assertNotReceived(.response(.success(["a"])))
}

struct Row: Reducer {
  struct State: Equatable, Identifiable {
    var id = 0
    var count = 0
  }
  enum Action: Equatable { case tapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

enum Screens: Equatable { case row(Row.State) }

enum List {
  struct State: Equatable {
    @PresentationState var sheet: Row.State?
    @PresentationState var alert: AlertState<Row.Action>?
    var rows: IdentifiedArrayOf<Row.State> = []
    var path = StackState<Row.State>()
    var screens = StackState<Screens>()
    var row = Row.State()
  }
  enum Action: Equatable {
    case sheet(PresentationAction<Row.Action>)
    case alert(PresentationAction<Row.Action>)
    case rows(IdentifiedAction<Int, Row.Action>)
    case path(StackAction<Row.State, Row.Action>)
    case row(Row.Action)
  }
}

func composeByCaseKeyPaths() {
  let list = Reduce<List.State, List.Action> { _, _ in .none }

  // Name the case by its constructor: `action: { .child($0) }`.
  _ = list.ifLet(\.$sheet, action: \.sheet) { Row() }
  // Name the case by its constructor: `action: { .child($0) }`.
  _ = list.ifLet(\.$alert, action: \.alert)
  // Name the case by its constructor: `action: { .rows($0) }`.
  _ = list.forEach(\.rows, action: \.rows) { Row() }
  // Name the case by its constructor: `action: { .rows($0) }`.
  _ = list.forEach(\.path, action: \.path) { Row() }
  // Name the case by its constructor: `action: { .rows($0) }`.
  _ = list.forEach(\.path, action: \.path)
  // Name the cases by their constructors: `ifCaseLet({ .main($0) }, action: { .main($0) })`.
  _ = Reduce<Screens, List.Action> { _, _ in .none }.ifCaseLet(\.row, action: \.row) { Row() }
}

struct ListOfRows: Reducer {
  typealias State = List.State
  typealias Action = List.Action

  var body: some Reducer<State, Action> {
    // Name cases by their constructors: `Scope(state: \.child, action: { .child($0) })`, or `Scope(state: { .main($0) }, action: { .main($0) })`.
    Scope(state: \.row, action: \.row) { Row() }
  }
}

struct Screen: Reducer {
  typealias State = Screens
  typealias Action = List.Action

  var body: some Reducer<State, Action> {
    // Name cases by their constructors: `Scope(state: \.child, action: { .child($0) })`, or `Scope(state: { .main($0) }, action: { .main($0) })`.
    Scope(state: \.row, action: \.row) { Row() }
  }
}

struct RowView { var store: StoreOf<Row> }

@MainActor
func scopeByCaseKeyPaths(_ store: Store<List.State, List.Action>) {
  // Name the case by its constructor: `scope(state: \.child, action: { .child($0) })`.
  _ = RowView(store: store.scope(state: \.row, action: \.row))
  // Name the case by its constructor: `scope(state: \.child, action: { .child($0) })`.
  _ = store.scope(state: \.sheet, action: \.sheet)
  // Name the case by its constructor: `scope(state: \.child, action: { .child($0) })`.
  _ = store.scope(state: \.rows, action: \.rows)
}

func scopeByCaseKeyPaths(_ store: TestStore<List.State, List.Action>) {
  // Name the case by its constructor: `scope(state: \.child, action: { .child($0) })`.
  _ = store.scope(state: \.row, action: \.row)
  // Name the case by its constructor: `scope(state: \.child, action: { .child($0) })`.
  _ = store.scope(state: \.rows[id: 0], action: \.rows[id: 0])
}

func changeByCaseKeyPaths(_ state: inout List.State) {
  // Name the case by its constructor: `path[id: 0, case: { .detail($0) }]`.
  state.screens[id: 0, case: \.row]?.count = 1
}

func receiveByUnlabeledConditions() async {
  let store = TestStore(.off, initialState: Loader.State()) { Loader() }

  // Label the condition: `receive(where: { … })`.
  await store.receive({ action in action == .loaded(1) })
  // Label the condition: `receive(where: { … })`.
  await store.receive({ $0 == .loaded(1) }, timeout: .seconds(1)) { $0.value = 1 }
  // Name the case by its constructor: `receive(case: { .loaded($0) })`, or give the action.
  await store.receive(case: \.loaded)
  // Name the case by its constructor: `receive(case: { .loaded($0) })`, or give the action.
  await store.receive(case: \.child.loaded) { $0.value = 1 }
}

enum Attributes {
  // Delete the attribute, and conform the type: `struct Counter: Reducer`.
  @Reducer
  struct Settings: Reducer {
    // Delete the attribute: a view that reads `store.name` observes this field alone.
    @ObservableState
    struct State: Equatable {
      // 'Presents' has been renamed to 'PresentationState': `ifLet` takes it as before: `.ifLet(\.$child, action: { .child($0) })`.
      @Presents var row: Row.State?
      // Features share state by a dependency that loads, saves, and streams it. Keep a copy in a field of the state.
      @Shared(.appStorage("count")) var count = 0
      // Features share state by a dependency that loads, saves, and streams it. Keep a copy in a field of the state.
      @Shared var name: String
      var title = ""

      static func == (lhs: Self, rhs: Self) -> Bool { lhs.title == rhs.title }
    }

    // Delete the attribute, and name a case by its constructor: `{ .child($0) }`.
    @CasePathable
    enum Action: Equatable {
      case titleChanged(String)
      case row(PresentationAction<Row.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .titleChanged(let title) = action {
          state.title = title
          state.$count.withLock { $0 += 1 }
          state.row = nil
        }
        return .none
      }
      .ifLet(\.$row, action: { .row($0) }) { Row() }
    }
  }

  // Delete the attribute, and declare the test value: `static let testValue = Client(fetch: unimplemented("Client.fetch"))`.
  @DependencyClient
  struct SettingsClient {
    var load: @Sendable () async throws -> Int
  }
}

func scopeByAKeyPathWithACase(_ store: TestStore<List.State, List.Action>) {
  // subscript index of type '(Row.State) -> Screens' in a key path must be Hashable
  _ = store.scope(state: \.screens[id: 0, case: { .row($0) }], action: { .sheet(.presented($0)) })
}

struct Session: Reducer {
  enum State: Equatable { case loggedIn(Profile), loggedOut }
  struct Profile: Equatable { var name = "" }
  enum Action: Equatable { case start }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct Home: Reducer {
  struct State: Equatable { @PresentationState var destination: Destination? }
  enum Destination: Equatable { case editor(Session.Profile) }
  enum Action: Equatable { case start }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

// No library can add a method to an enum, so the compiler's own error remains.
func modifyByCaseKeyPaths() async {
  let session = TestStore(.off, initialState: .loggedOut) { Session() }
  let home = TestStore(.off, initialState: Home.State()) { Home() }

  await session.send(.start) {
    // value of type 'Session.State' has no member 'modify'
    $0.modify(\.loggedIn) { $0.name = "Ada" }
  }
  await home.send(.start) {
    // value of type 'Home.Destination' has no member 'modify'
    $0.destination?.modify(\.editor) { $0.name = "Ada" }
  }
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
