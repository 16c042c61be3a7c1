import FocusedTestStore
import Testing

struct DismissTests {
  @Test(arguments: [Sleeper.Action.close, .closeByHandedOverDismiss, .closeAfterFailure])
  func aPresentedChildDismissesItself(_ action: Sleeper.Action) async {
    let store = TestStore(initialState: Screen.State(sheet: Sleeper.State())) { Screen() }
    await store.send(.sheet(.presented(action)))
    await store.receive(.sheet(.dismiss)) { $0.sheet = nil }
    await store.finish()
    #expect(!store.isDismissed)
  }

  @Test func aChildPresentedInAStackElementDismissesItselfAndNotTheElement() async {
    let store = makeStore([Screen.State(), Screen.State(sheet: Sleeper.State())])
    await store.send(.path(.element(id: 1, action: .sheet(.presented(.close)))))
    await store.receive(.path(.element(id: 1, action: .sheet(.dismiss)))) {
      $0.path[id: 1]?.sheet = nil
    }
    await store.finish()
  }

  @Test(arguments: [Screen.Action.close, .scoped(.close), .scoped(.closeByHandedOverDismiss)])
  func aStackElementPopsItself(_ action: Screen.Action) async {
    let store = makeStore([Screen.State(), Screen.State()])
    await store.send(.path(.element(id: 1, action: action)))
    await store.receive(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
    await store.finish()
  }

  @Test func theFirstOfTwoDismissalsEndsTheOther() async {
    let store = TestStore(initialState: Screen.State(sheet: Sleeper.State())) {
      Reduce<Screen.State, Screen.Action> { _, _ in .none }
        .ifLet(\.$sheet, action: { .sheet($0) }) {
          Sleeper()
          Sleeper()
        }
    }
    await store.send(.sheet(.presented(.close)))
    await store.receive(.sheet(.dismiss)) { $0.sheet = nil }
    await store.finish()
  }

  @Test func aDismissThatSomebodySetsForTheChildWins() async {
    let store = TestStore(.off, initialState: Screen.State(sheet: Sleeper.State())) {
      Reduce<Screen.State, Screen.Action> { _, _ in .none }
        .ifLet(\.$sheet, action: { .sheet($0) }) {
          Sleeper()
            .dependency(\.dismiss, DismissEffect {})
            .dependency(\.isPresented, false)
        }
    }
    await store.send(.sheet(.presented(.close)))
    await store.assertNotReceived(.sheet(.dismiss))
    await store.send(.sheet(.presented(.look))) { $0.sheet?.sawPresentation = false }
  }

  @Test func aDismissOutsideOfAnEffectIsAnIssueAtThatLine() async {
    var handedOver: DismissEffect?
    let reducer = EmptyReducer<Screen.State, Screen.Action>()
      .ifLet(\.$sheet, action: { .sheet($0) }) {
        Reduce<Sleeper.State, Sleeper.Action> { _, _ in
          @Dependency(\.dismiss) var dismiss
          handedOver = dismiss
          return .none
        }
      }
    var state = Screen.State(sheet: Sleeper.State())
    _ = reducer.reduce(into: &state, action: .sheet(.presented(.look)))
    let line = #line + 1
    let issues = await withCapturedIssues { await handedOver?() }
    expectText(issues)
    claimEqual(issues.first?.line, line)
  }

  /// As in TCA: what is running wins, and otherwise the values with which a reader was created.
  @Test func aReaderKeepsThePresentationInWhichItWasCreated() async {
    struct Reader {
      @Dependency(\.isPresented) var isPresented
    }
    var reader: Reader?
    let store = TestStore(.off, initialState: Screen.State(sheet: Sleeper.State())) {
      Reduce<Screen.State, Screen.Action> { state, action in
        if action == .scoped(.look) { state.scoped.sawPresentation = reader?.isPresented }
        return .none
      }
      .ifLet(\.$sheet, action: { .sheet($0) }) {
        Reduce<Sleeper.State, Sleeper.Action> { _, _ in
          reader = Reader()
          return .none
        }
      }
    }
    await store.send(.sheet(.presented(.look)))
    #expect(reader?.isPresented == true)
    await store.send(.scoped(.look)) { $0.scoped.sawPresentation = true }
  }

  private func makeStore(_ screens: [Screen.State]) -> TestStoreOf<App> {
    TestStore(initialState: App.State(path: StackState(screens))) { App() }
  }
}

extension DismissTests {
  struct Screen: Reducer {
    struct State: Equatable {
      @PresentationState var sheet: Sleeper.State?
      var scoped = Sleeper.State()
    }
    enum Action: Equatable, Sendable {
      case sheet(PresentationAction<Sleeper.Action>)
      case scoped(Sleeper.Action)
      case close
    }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Scope(state: \.scoped, action: { .scoped($0) }) { Sleeper() }
      Reduce { _, action in
        guard case .close = action else { return .none }
        return .run { _ in await dismiss() }
      }
      .ifLet(\.$sheet, action: { .sheet($0) }) { Sleeper() }
    }
  }

  struct App: Reducer {
    struct State: Equatable { var path = StackState<Screen.State>() }
    enum Action: Equatable { case path(StackAction<Screen.State, Screen.Action>) }

    var body: some ReducerOf<Self> {
      EmptyReducer().forEach(\.path, action: { .path($0) }) { Screen() }
    }
  }
}
