/// The samples in the doc comments of reducers and their operators. `Reducers` tests what the operators do.
struct ReducerSampleTests {
  @Test func `The sample of StackState`() {
    // sample: StackState.swift
    #expect(path.isEmpty)
  }

  @Test func `The sample of PresentationState and PresentationAction`() async {
    let store = TestStore(.off, initialState: Document.State(editor: Editor.State())) { Document() }
    await store.send(.editor(.presented(.delegate(.saved("Hi"))))) { $0.text = "Hi" }
    await store.send(.editor(.dismiss)) { $0.editor = nil }
  }

  @Test func `The sample of onChange`() async {
    let storage = Storage()
    let store = TestStore(.off, initialState: Preferences.State()) { Preferences(storage: storage) }
    await store.send(.set("dark"))
    #expect(await storage.saved == ["dark"])
  }

  @Test func `The samples of Reducer and Reduce`() async {
    let counter = TestStore(.off, initialState: Counter.State()) { Counter() }
    await counter.send(.increment) { $0.count = 1 }
    let other = TestStore(.off, initialState: Counter.State()) { Self.closure }
    await other.send(.increment) { $0.count = 1 }
  }

  // sample: Reducer.swift

  private static var closure: some ReducerOf<Counter> {
    // sample: Reducer.swift 2
  }

  struct Document: Reducer {
    // sample: PresentationState.swift

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        // sample: Presentation.swift 2
        case .editor:
          return .none
        }
      }
      // sample: Presentation.swift
    }
  }

  struct Preferences: Reducer {
    struct State { var settings = "light" }
    enum Action { case set(String) }

    let storage: Storage

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .set(let settings) = action { state.settings = settings }
        return .none
      }
      // sample: OnChange.swift
    }
  }

  // MARK: - Samples that are only compiled

  struct Combined: Reducer {
    struct State {
      var child: Child.State?
      var editor: Editor.State?
      var profile = Profile.State()
    }
    enum Action {
      case child(Child.Action)
      case editor(Editor.Action)
      case profile(Profile.Action)
    }
    typealias First = EmptyReducer<State, Action>
    typealias Second = EmptyReducer<State, Action>

    // sample: Scope.swift

    private var both: some ReducerOf<Self> {
      // sample: Reducer.swift 3
    }

    private var optional: some ReducerOf<Self> {
      // sample: IfLet.swift
    }
  }

  struct App: Reducer {
    enum State {
      case signedOut(SignIn.State)
      case main(Main.State)
    }
    enum Action {
      case signedOut(SignIn.Action)
      case main(Main.Action)
    }

    var body: some ReducerOf<Self> {
      // sample: IfCaseLet.swift
    }
  }

  struct Table: Reducer {
    struct State { var rows: IdentifiedArrayOf<Row.State> }
    // sample: ForEach.swift 2

    var body: some ReducerOf<Self> {
      // sample: ForEach.swift
    }
  }

  struct Path: Reducer {
    enum State { case detail(Detail.State) }
    enum Action { case detail(Detail.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: { .detail($0) }, action: { .detail($0) }) { Detail() }
    }
  }

  struct Navigation: Reducer {
    struct State { var path: StackState<Path.State> }
    // sample: Stack.swift 2

    var body: some ReducerOf<Self> {
      // sample: Stack.swift
    }
  }

  // MARK: - Fixtures

  struct Child: Reducer {
    struct State: Identifiable {
      var id = 0
      var title = ""
    }
    enum Action: Equatable {
      case delegate(Delegate)
    }
    enum Delegate: Equatable { case saved(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
  }
  typealias Editor = Child
  typealias SignIn = Child
  typealias Main = Child
  typealias Row = Child
  typealias Detail = Child

  actor Storage {
    var saved: [String] = []
    func save(_ settings: String) { saved.append(settings) }
  }
}
