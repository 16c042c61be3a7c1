import FocusedTestStore
import Foundation
import Testing
@testable import TestFixtures

/// The samples in the doc comments of reducers and their operators, as the comments show them.
struct ReducerSampleTests {
  @Test func `The sample of Reducer`() async {
    await expectOneAfterIncrementing(with: Counter())
  }

  @Test func `The sample of Reduce`() async {
    await expectOneAfterIncrementing(with: ClosureCounter())
  }

  @Test func `The sample of CombineReducers`() async {
    let store = TestStore(.off, initialState: Combined.State(child: Child.State())) { Combined() }
    await store.send(.child(.tapped)) { $0.child?.taps = 1 }
  }

  @Test func `The sample of Scope`() async {
    let store = TestStore(.off, initialState: ProfileTab.State()) { ProfileTab() }
    await store.send(.profile(.changeAge(40))) { $0.profile.age = 40 }
  }

  @Test func `The sample of ifLet`() async {
    let store = TestStore(.off, initialState: OptionalEditor.State(editor: Editor.State())) {
      OptionalEditor()
    }
    await store.send(.editor(.type("Hi"))) { $0.editor?.text = "Hi" }
  }

  @Test func `The sample of ifCaseLet`() async {
    let store = TestStore(.off, initialState: App.State.signedOut(SignIn.State())) { App() }
    await store.send(.signedOut(.tapped)) { $0 = .signedOut(SignIn.State(taps: 1)) }
  }

  @Test func `The sample of forEach over rows`() async {
    let store = TestStore(.off, initialState: Table.State(rows: [Row(id: 3)])) { Table() }
    await store.send(.rows(.element(id: 3, action: .tapped))) { $0.rows[id: 3]?.title = "Tapped" }
  }

  @Test func `The sample of forEach over a stack`() async {
    let store = TestStore(.off, initialState: Navigation.State()) { Navigation() }
    await store.send(.path(.push(id: 0, state: .detail(Detail.State()))))
    await store.send(.path(.element(id: 0, action: .detail(.tapped)))) {
      $0.path[id: 0, case: { .detail($0) }]?.title = "Tapped"
    }
  }

  @Test func `The sample of StackState`() {
    var path = StackState<Path.State>()
    path.append(.detail(Detail.State()))
    path[id: 0, case: { .detail($0) }]?.title = "Changed"
    path.pop(from: 0)
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

  private func expectOneAfterIncrementing(
    with reducer: some Reducer<Counter.State, Counter.Action>
  ) async {
    let store = TestStore(.off, initialState: Counter.State()) { reducer }
    await store.send(.increment) { $0.count = 1 }
  }
}

// MARK: - Fixtures

extension ReducerSampleTests {
  struct Counter: Reducer {
    struct State { var count = 0 }
    enum Action { case increment }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.count += 1
      return .none
    }
  }

  struct ClosureCounter: Reducer {
    typealias State = Counter.State
    typealias Action = Counter.Action

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .increment:
          state.count += 1
          return .none
        }
      }
    }
  }

  struct Child: Reducer {
    struct State { var taps = 0 }
    enum Action { case tapped }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.taps += 1
      return .none
    }
  }
  typealias SignIn = Child
  typealias Main = Child

  struct Combined: Reducer {
    struct State { var child: Child.State? }
    enum Action { case child(Child.Action) }
    typealias First = EmptyReducer<State, Action>
    typealias Second = EmptyReducer<State, Action>

    var body: some ReducerOf<Self> {
      CombineReducers {
        First()
        Second()
      }
      .ifLet(\.child, action: { .child($0) }) { Child() }
    }
  }

  struct ProfileTab: Reducer {
    struct State { var profile = Profile.State() }
    enum Action { case profile(Profile.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.profile, action: { .profile($0) }) { Profile() }
      Reduce { state, action in .none }
    }
  }

  struct Editor: Reducer {
    struct State { var text = "" }
    enum Action: Equatable {
      case type(String)
      case delegate(Delegate)
    }
    enum Delegate: Equatable { case saved(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .type(let text) = action { state.text = text }
      return .none
    }
  }

  struct OptionalEditor: Reducer {
    struct State { var editor: Editor.State? }
    enum Action { case editor(Editor.Action) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in .none }
        .ifLet(\.editor, action: { .editor($0) }) { Editor() }
    }
  }

  struct Document: Reducer {
    struct State {
      @PresentationState var editor: Editor.State?
      var text = ""
    }

    enum Action: Equatable {
      case editor(PresentationAction<Editor.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .editor(.presented(.delegate(.saved(let text)))):
          state.text = text
          return .none
        case .editor(.dismiss):
          return .none
        case .editor:
          return .none
        }
      }
      Reduce { state, action in .none }
        .ifLet(\.$editor, action: { .editor($0) }) { Editor() }
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
      Reduce { state, action in .none }
        .ifCaseLet({ .signedOut($0) }, action: { .signedOut($0) }) { SignIn() }
        .ifCaseLet({ .main($0) }, action: { .main($0) }) { Main() }
    }
  }

  struct Row: Reducer, Identifiable {
    typealias State = Row
    enum Action { case tapped }

    var id = 0
    var title = ""

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.title = "Tapped"
      return .none
    }
  }

  struct Table: Reducer {
    struct State { var rows: IdentifiedArrayOf<Row.State> = [] }
    enum Action {
      case rows(IdentifiedAction<Row.State.ID, Row.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in .none }
        .forEach(\.rows, action: { .rows($0) }) { Row() }
    }
  }

  struct Detail: Reducer {
    struct State { var title = "" }
    enum Action { case tapped }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.title = "Tapped"
      return .none
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
    struct State { var path = StackState<Path.State>() }
    enum Action {
      case path(StackAction<Path.State, Path.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in .none }
        .forEach(\.path, action: { .path($0) }) { Path() }
    }
  }

  actor Storage {
    var saved: [String] = []
    func save(_ settings: String) { saved.append(settings) }
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
      .onChange(of: { $0.settings }) { old, new in
        Reduce { state, action in .run { _ in await storage.save(new) } }
      }
    }
  }
}
