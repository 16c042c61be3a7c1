import FocusedTestStore
import Testing

/// A child can go by the hand of any reducer, not only of the one that its operator wraps.
@Suite struct DepartureTests {
  @Test(arguments: Child.allCases, Place.allCases)
  func aChildThatGoesTakesItsEffectsAlongWhereverItIsRemoved(_ child: Child, _ place: Place) async {
    let store = makeStore(TestClock())
    await store.send(.home(child.sleep))
    await store.send(place.action { $0 = child.removed($0) })
    await store.finish()
  }

  @Test(arguments: Child.allCases, Place.allCases)
  func theEffectsOfTheOneBeforeDoNotReachTheNextOne(_ child: Child, _ place: Place) async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.home(child.sleep))
    await store.send(place.action { $0 = child.replaced(child.removed($0)) })
    await clock.advance(by: .seconds(1))
    #expect(store.state.home.woken == 0)
    #expect(store.history.count == 2)
  }

  @Test(arguments: Child.allCases, Place.allCases)
  func aChildThatStaysKeepsItsEffects(_ child: Child, _ place: Place) async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.home(child.sleep))
    await store.send(place.action { $0.seen += 1 })
    await clock.advance(by: .seconds(1))
    #expect(store.state.home.woken == 1)
  }

  @Test(arguments: Child.allCases)
  func aParentThatReplacesTheWholeStateCancels(_ child: Child) async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.home(child.sleep))
    await store.send(.update { $0.home = child.replaced(Home.State(child: nil)) })
    await clock.advance(by: .seconds(1))
    await store.finish()
    #expect(store.state.home.woken == 0)
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
    await store.send(.home(child.next.sleep))
    await clock.advance(by: .seconds(1))
    #expect(store.state.home.woken == 1)
    await store.finish()
  }

  @Test(arguments: [Tree.Action.node(.cut), .replace])
  func theChildOfARemovedChildGoesToo(_ removal: Tree.Action) async {
    let clock = TestClock()
    let store = TestStore(.off, initialState: Tree.State()) {
      Tree()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.node(.leaf(.presented(.sheet(.presented(.sleep))))))
    await store.send(removal)
    await store.finish()
    await clock.advance(by: .seconds(1))
    #expect(store.history.count == 2)
  }

  @Test func aRowThatMovesKeepsItsEffects() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.home(.rows(.element(id: 1, action: .sleep))))
    await store.send(.home(.below { $0.rows.insert(Sleeper.State(id: 9), at: 0) }))
    await store.send(.home(.below { $0.rows.remove(id: 0) }))
    await clock.advance(by: .seconds(1))
    #expect(store.state.home.rows[id: 1]?.woken == 1)
  }

  @Test func siblingsOfOneLineAreToldApart() async {
    let clock = TestClock()
    let store = TestStore(.off, initialState: Twins.State()) {
      Twins()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.left(.presented(.sleep)))
    await store.send(.right(.presented(.sleep)))
    await store.send(.closeRight)
    await clock.advance(by: .seconds(1))
    #expect(store.state.left?.woken == 1)
    #expect(store.history.count == 4)
  }

  @Test func featuresOfOneLineAreToldApart() async {
    let clock = TestClock()
    let store = TestStore(.off, initialState: Panels.State()) {
      Panels()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.left(.sheet(.presented(.sleep))))
    await store.send(.right(.sheet(.presented(.sleep))))
    await store.send(.closeRight)
    await clock.advance(by: .seconds(1))
    #expect(store.state.left.sheet?.woken == 1)
    #expect(store.history.count == 4)
  }

  @Test func aStateThatIsComputedAnewByEachReadKeepsItsEffects() async {
    let clock = TestClock()
    let store = TestStore(.off, initialState: Computed.State()) {
      Computed()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.leaf(.sheet(.presented(.sleep))))
    await store.send(.count)
    await clock.advance(by: .seconds(1))
    #expect(store.state.sheet?.woken == 1)
  }

  @Test func aChildThatIsRunByHandKeepsItsEffects() async {
    let clock = TestClock()
    let store = TestStore(.off, initialState: ByHand.State()) {
      ByHand()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.at(0, .sheet(.presented(.sleep))))
    await store.send(.at(1, .sheet(.presented(.sleep))))
    await clock.advance(by: .seconds(1))
    #expect(store.state.leaves.map { $0.sheet?.woken } == [1, 1])
  }

  @Test @MainActor func inALiveStoreAsWell() async {
    let signal = Signal()
    let store = Store(initialState: Live.State()) { Live(signal: signal) }
    let task = store.send(.sheet(.presented(.wait)))
    store.send(.presentAnew)
    signal.fire()
    await task.finish()
    #expect(store.sheet?.news == 0)

    let next = store.send(.sheet(.presented(.wait)))
    await next.finish()
    #expect(store.sheet?.news == 1)
  }

  @Test @MainActor func aWatchedChildDoesNotKeepTheStateAlive() {
    weak var held: Token?
    do {
      let token = Token()
      held = token
      let store = Store(initialState: Live.State(token: token)) { Live(signal: Signal()) }
      store.send(.sheet(.presented(.wait)))
    }
    #expect(held == nil)
  }

  @Test func anEffectThatRunsAReducerByHandChangesNothing() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.home(.sheet(.presented(.sleep))))
    await store.send(.home(.rehearse))
    await clock.advance(by: .seconds(1))
    #expect(store.state.home.sheet?.woken == 1)
  }

  private func makeStore(_ clock: TestClock<Duration>) -> TestStoreOf<App> {
    TestStore(.off, initialState: App.State()) {
      App()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }
}

extension DepartureTests {
  enum Child: CaseIterable {
    case sheet
    case element
    case row
    case optional
    case `case`

    /// Starts the effect of the child that is there first.
    var sleep: Home.Action {
      switch self {
      case .sheet: .sheet(.presented(.sleep))
      case .element: .path(.element(id: 0, action: .sleep))
      case .row: .rows(.element(id: 1, action: .sleep))
      case .optional: .optional(.sleep)
      case .case: .screen(.shown(.sleep))
      }
    }

    /// The child that replaces it, where its actions have an id.
    var next: Next { Next(child: self) }

    struct Next {
      let child: Child

      var sleep: Home.Action {
        switch child {
        case .element: .path(.element(id: 1, action: .sleep))
        case .row: .rows(.element(id: 7, action: .sleep))
        default: child.sleep
        }
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

      init(child: Never?) {}

      /// How often any child has woken.
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

  /// A leaf with a sheet, in a node that presents it, in a tree that the node is a field of.
  struct Tree: Reducer {
    struct State: Equatable { var node = Node.State() }
    enum Action {
      case node(Node.Action)
      case replace
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.node, action: { .node($0) }) { Node() }
      Reduce { state, action in
        if case .replace = action { state.node = Node.State() }
        return .none
      }
    }

    struct Node: Reducer {
      struct State: Equatable { @PresentationState var leaf: Leaf.State? = Leaf.State() }
      enum Action {
        case leaf(PresentationAction<Leaf.Action>)
        case cut
      }

      var body: some ReducerOf<Self> {
        EmptyReducer().ifLet(\.$leaf, action: { .leaf($0) }) { Leaf() }
        Reduce { state, action in
          if case .cut = action { state.leaf = nil }
          return .none
        }
      }
    }
  }

  struct Leaf: Reducer {
    struct State: Equatable { @PresentationState var sheet: Sleeper.State? = Sleeper.State() }
    enum Action { case sheet(PresentationAction<Sleeper.Action>) }

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$sheet, action: { .sheet($0) }) { Sleeper() }
    }
  }

  /// Two sheets whose operators are written at the same line, in a helper.
  struct Twins: Reducer {
    struct State: Equatable {
      @PresentationState var left: Sleeper.State? = Sleeper.State()
      @PresentationState var right: Sleeper.State? = Sleeper.State()
    }
    enum Action {
      case left(PresentationAction<Sleeper.Action>)
      case right(PresentationAction<Sleeper.Action>)
      case closeRight
    }

    var body: some ReducerOf<Self> {
      sheet(\.$left) { .left($0) }
      sheet(\.$right) { .right($0) }
      Reduce { state, action in
        if case .closeRight = action { state.right = nil }
        return .none
      }
    }

    private func sheet(
      _ state: WritableKeyPath<State, PresentationState<Sleeper.State>>,
      action: @escaping (PresentationAction<Sleeper.Action>) -> Action
    ) -> some ReducerOf<Self> {
      EmptyReducer().ifLet(state, action: action) { Sleeper() }
    }
  }

  /// Two features that are scoped to at the same line, in a helper.
  struct Panels: Reducer {
    struct State: Equatable {
      var left = Leaf.State()
      var right = Leaf.State()
    }
    enum Action {
      case left(Leaf.Action)
      case right(Leaf.Action)
      case closeRight
    }

    var body: some ReducerOf<Self> {
      panel(\.left) { .left($0) }
      panel(\.right) { .right($0) }
      Reduce { state, action in
        if case .closeRight = action { state.right.sheet = nil }
        return .none
      }
    }

    private func panel(
      _ state: WritableKeyPath<State, Leaf.State>, action: @escaping (Leaf.Action) -> Action
    ) -> some ReducerOf<Self> {
      Scope(state: state, action: action) { Leaf() }
    }
  }

  /// A feature whose state is put together from fields of its parent's.
  struct Computed: Reducer {
    struct State: Equatable {
      var sheet: Sleeper.State? = Sleeper.State()
      var count = 0
      var leaf: Leaf.State {
        get { Leaf.State(sheet: sheet) }
        set { sheet = newValue.sheet }
      }
    }
    enum Action {
      case leaf(Leaf.Action)
      case count
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.leaf, action: { .leaf($0) }) { Leaf() }
      Reduce { state, action in
        if case .count = action { state.count += 1 }
        return .none
      }
    }
  }

  /// Runs a feature without an operator on each of several states.
  struct ByHand: Reducer {
    struct State: Equatable { var leaves = [Leaf.State(), Leaf.State()] }
    enum Action { case at(Int, Leaf.Action) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .at(let index, let action):
        Leaf().reduce(into: &state.leaves[index], action: action).map { .at(index, $0) }
      }
    }
  }

  final class Token {}

  struct Live: Reducer {
    struct State {
      var token: Token?
      @PresentationState var sheet: Listener.State? = Listener.State()
    }
    enum Action {
      case sheet(PresentationAction<Listener.Action>)
      case presentAnew
    }
    let signal: Signal

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$sheet, action: { .sheet($0) }) { Listener(signal: signal) }
      Reduce { state, action in
        guard case .presentAnew = action else { return .none }
        state.sheet = nil
        state.sheet = Listener.State()
        return .none
      }
    }

    struct Listener: Reducer {
      struct State { var news = 0 }
      enum Action { case wait, heard }
      let signal: Signal

      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .wait:
          return .run { [signal] send in
            await signal.wait()
            await send(.heard)
          }
        case .heard:
          state.news += 1
          return .none
        }
      }
    }
  }
}
