import FocusedTestStore
import Testing

/// Any reducer can remove a child, not only the reducer that the child's operator wraps.
struct DepartureTests {
  @Test(arguments: Child.allCases, Place.allCases)
  func theEffectsOfTheOneBeforeDoNotReachTheNextOne(_ child: Child, _ place: Place) async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.home(child.sleep))
    await store.send(place.action { $0 = child.replaced(child.removed($0)) })
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.home.woken, 0)
    claimEqual(store.history.count, 2)
  }

  @Test(arguments: Child.allCases, Place.allCases)
  func aChildThatStaysKeepsItsEffects(_ child: Child, _ place: Place) async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.home(child.sleep))
    await store.send(place.action { $0.seen += 1 })
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.home.woken, 1)
  }

  @Test(arguments: Child.allCases)
  func aChildRemovedInTheVeryStepThatStartsItsEffectIsCancelled(_ child: Child) async {
    let store = makeStore(TestClock())
    await store.send(.update { $0.home.below = { $0 = child.removed($0) } })
    await store.send(.home(child.sleep))
    await store.finish()
  }

  @Test(arguments: Child.allCases)
  func aChildThatReplacesAnotherInTheStepOfItsOwnActionKeepsItsEffects(_ child: Child) async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.home(child.sleep))
    await store.send(.update { $0.home.above = { $0 = child.replaced(child.removed($0)) } })
    await store.send(.home(child.sleepOfNext))
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.home.woken, 1)
    await store.finish()
  }

  @Test func anEffectThatRunsAReducerByHandChangesNothing() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.home(.sheet(.presented(.sleep))))
    await store.send(.home(.rehearse))
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.home.sheet?.woken, 1)
  }

  private func makeStore(_ clock: TestClock<Duration>) -> TestStoreOf<App> {
    clock.store(of: App(), from: App.State())
  }
}

extension DepartureTests {
  enum Child: CaseIterable {
    case sheet
    case element
    case row
    case optional
    case `case`

    /// Starts the effect of the first child.
    var sleep: Home.Action {
      switch self {
      case .sheet: .sheet(.presented(.sleep))
      case .element: .path(.element(id: 0, action: .sleep))
      case .row: .rows(.element(id: 1, action: .sleep))
      case .optional: .optional(.sleep)
      case .case: .screen(.shown(.sleep))
      }
    }

    /// Starts the effect of the child that replaces the first one.
    var sleepOfNext: Home.Action {
      switch self {
      case .element: .path(.element(id: 1, action: .sleep))
      case .row: .rows(.element(id: 7, action: .sleep))
      default: sleep
      }
    }

    func removed(_ state: Home.State) -> Home.State {
      var state = state
      switch self {
      case .sheet: state.sheet = nil
      case .element: state.path.removeAll()
      case .row: state.rows.remove(id: 1)
      case .optional: state.optional = nil
      case .case: state.screen = .hidden
      }
      return state
    }

    func replaced(_ state: Home.State) -> Home.State {
      var state = state
      switch self {
      case .sheet: state.sheet = Sleeper.State()
      case .element: state.path.append(Sleeper.State())
      case .row: state.rows.append(Sleeper.State(id: 7))
      case .optional: state.optional = Sleeper.State(id: 7)
      case .case: state.screen = .shown(Sleeper.State(id: 7))
      }
      return state
    }
  }

  enum Place: CaseIterable {
    case above
    case below
    case parent

    func action(_ update: @escaping @Sendable (inout Home.State) -> Void) -> App.Action {
      switch self {
      case .above: .home(.above(update))
      case .below: .home(.below(update))
      case .parent: .update { update(&$0.home) }
      }
    }
  }

  struct App: Reducer {
    struct State: Equatable { var home = Home.State() }
    enum Action {
      case home(Home.Action)
      case update((inout State) -> Void)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.home, action: { .home($0) }) { Home() }
      Reduce { state, action in
        if case .update(let update) = action { update(&state) }
        return .none
      }
    }
  }

  struct Home: Reducer {
    struct State: Equatable {
      @PresentationState var sheet: Sleeper.State?
      var path = StackState<Sleeper.State>()
      var rows: IdentifiedArrayOf<Sleeper.State> = []
      var optional: Sleeper.State?
      var screen = Screen.State.hidden
      var seen = 0
      var above: Update?
      var below: Update?

      init() {
        sheet = Sleeper.State()
        path = [Sleeper.State()]
        rows = [Sleeper.State(), Sleeper.State(id: 1)]
        optional = Sleeper.State()
        screen = .shown(Sleeper.State())
      }

      /// The number of times that any child has woken.
      var woken: Int {
        let shown = if case .shown(let shown) = screen { shown.woken } else { 0 }
        return [sheet?.woken, optional?.woken, shown].reduce(0) { $0 + ($1 ?? 0) }
          + (path + rows).reduce(0) { $0 + $1.woken }
      }

      static func == (lhs: State, rhs: State) -> Bool { lhs.woken == rhs.woken }
    }
    typealias Update = (inout State) -> Void
    enum Action {
      case sheet(PresentationAction<Sleeper.Action>)
      case path(StackAction<Sleeper.State, Sleeper.Action>)
      case rows(IdentifiedAction<Int, Sleeper.Action>)
      case optional(Sleeper.Action)
      case screen(Screen.Action)
      case above(Update)
      case below(Update)
      case rehearse
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .above(let update) = action { update(&state) }
        let once = state.above
        state.above = nil
        once?(&state)
        return .none
      }
      Scope(state: \.screen, action: { .screen($0) }) { Screen() }
      Reduce { state, action in
        guard case .rehearse = action else { return .none }
        return .run { _ in
          var copy = State()
          copy.sheet = nil
          _ = Home().reduce(into: &copy, action: .rows(.element(id: 0, action: .sleep)))
        }
      }
      .ifLet(\.$sheet, action: { .sheet($0) }) { Sleeper() }
      .forEach(\.path, action: { .path($0) }) { Sleeper() }
      .forEach(\.rows, action: { .rows($0) }) { Sleeper() }
      .ifLet(\.optional, action: { .optional($0) }) { Sleeper() }
      Reduce { state, action in
        if case .below(let update) = action { update(&state) }
        let once = state.below
        state.below = nil
        once?(&state)
        return .none
      }
    }

    struct Screen: Reducer {
      enum State: Equatable {
        case hidden
        case shown(Sleeper.State)
      }
      enum Action { case shown(Sleeper.Action) }

      var body: some ReducerOf<Self> {
        EmptyReducer()
          .ifCaseLet({ .shown($0) }, action: { .shown($0) }) { Sleeper() }
      }
    }
  }
}
