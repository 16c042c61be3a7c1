import FocusedTestStore
import Testing

/// The location of a child identifies the child that was removed, at any depth and for any kind of composition.
struct DeparturePlaceTests {
  @Test(arguments: [Tree.Action.node(.cut), .replace])
  func theChildOfARemovedChildGoesToo(_ removal: Tree.Action) async {
    let clock = TestClock()
    let store = clock.store(of: Tree(), from: Tree.State())
    await store.send(.node(.leaf(.presented(.sheet(.presented(.sleep))))))
    await store.send(removal)
    await store.finish()
    await clock.advance(by: .seconds(1))
    claimEqual(store.history.count, 2)
  }

  @Test(arguments: [Pile.Action.dropLeft, .removeFromLeft])
  func optionalsAndRowsOfOneLineLeaveSeparately(_ removal: Pile.Action) async {
    let clock = TestClock()
    let store = clock.store(of: Pile(), from: Pile.State())
    await store.send(.left(.sleep))
    await store.send(.right(.sleep))
    await store.send(.leftRows(.element(id: 0, action: .sleep)))
    await store.send(.rightRows(.element(id: 0, action: .sleep)))
    await store.send(removal)
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.right?.woken, 1)
    claimEqual(store.state.rightRows[id: 0]?.woken, 1)
    claimEqual(store.history.count, 8)
  }

  @Test func featuresOfOneLineAreToldApart() async {
    let clock = TestClock()
    let store = clock.store(of: Panels(), from: Panels.State())
    await store.send(.left(.sheet(.presented(.sleep))))
    await store.send(.right(.sheet(.presented(.sleep))))
    await store.send(.closeRight)
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.left.sheet?.woken, 1)
    claimEqual(store.history.count, 4)
  }

  @Test func theCasesOfOneLineKeepTheEffectsOfTheirOwnChild() async {
    let clock = TestClock()
    let store = clock.store(of: Pages(), from: Pages.State.left(Leaf.State()))
    await store.send(.left(.sheet(.presented(.sleep))))
    await store.send(.turn)
    await store.send(.right(.sheet(.presented(.sleep))))
    await clock.advance(by: .seconds(1))
    claimEqual(store.state, .right(Leaf.State(sheet: Sleeper.State(woken: 1))))
    claimEqual(store.history.count, 4)
  }

  @Test func aStateThatIsComputedAnewByEachReadKeepsItsEffects() async {
    let clock = TestClock()
    let store = clock.store(of: Computed(), from: Computed.State())
    await store.send(.leaf(.sheet(.presented(.sleep))))
    await store.send(.count)
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.sheet?.woken, 1)
  }

  @Test func aChildThatIsRunByHandKeepsItsEffects() async {
    let clock = TestClock()
    let store = clock.store(of: ByHand(), from: ByHand.State())
    await store.send(.at(0, .sheet(.presented(.sleep))))
    await store.send(.at(1, .sheet(.presented(.sleep))))
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.leaves.map { $0.sheet?.woken }, [1, 1])
  }
}

extension DeparturePlaceTests {
  /// A leaf with a sheet, in a node that presents the leaf, in a tree that contains the node.
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

  /// Two optional features whose operators are on the same line, in a helper, and two lists likewise.
  struct Pile: Reducer {
    struct State: Equatable {
      var left: Sleeper.State? = Sleeper.State()
      var right: Sleeper.State? = Sleeper.State()
      var leftRows: IdentifiedArrayOf<Sleeper.State> = [Sleeper.State()]
      var rightRows: IdentifiedArrayOf<Sleeper.State> = [Sleeper.State()]
    }
    enum Action {
      case left(Sleeper.Action)
      case right(Sleeper.Action)
      case leftRows(IdentifiedActionOf<Sleeper>)
      case rightRows(IdentifiedActionOf<Sleeper>)
      case dropLeft
      case removeFromLeft
    }

    var body: some ReducerOf<Self> {
      optional(\.left) { .left($0) }
      optional(\.right) { .right($0) }
      rows(\.leftRows) { .leftRows($0) }
      rows(\.rightRows) { .rightRows($0) }
      Reduce { state, action in
        switch action {
        case .dropLeft: state.left = nil
        case .removeFromLeft: state.leftRows.remove(id: 0)
        case .left, .right, .leftRows, .rightRows: break
        }
        return .none
      }
    }

    private func optional(
      _ state: WritableKeyPath<State, Sleeper.State?>, action: @escaping (Sleeper.Action) -> Action
    ) -> some ReducerOf<Self> {
      EmptyReducer().ifLet(state, action: action) { Sleeper() }
    }

    private func rows(
      _ state: WritableKeyPath<State, IdentifiedArrayOf<Sleeper.State>>,
      action: @escaping (IdentifiedActionOf<Sleeper>) -> Action
    ) -> some ReducerOf<Self> {
      EmptyReducer().forEach(state, action: action) { Sleeper() }
    }
  }

  /// Two features that are scoped on the same line, in a helper.
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

  /// Two features that are scoped on the same line, in a helper, each in a case of its own.
  struct Pages: Reducer {
    enum State: Equatable {
      case left(Leaf.State)
      case right(Leaf.State)
    }
    enum Action {
      case left(Leaf.Action)
      case right(Leaf.Action)
      case turn
    }

    var body: some ReducerOf<Self> {
      page({ .left($0) }) { .left($0) }
      page({ .right($0) }) { .right($0) }
      Reduce { state, action in
        if case .turn = action { state = .right(Leaf.State()) }
        return .none
      }
    }

    private func page(
      _ state: @escaping (Leaf.State) -> State, action: @escaping (Leaf.Action) -> Action
    ) -> some ReducerOf<Self> {
      Scope(state: state, action: action) { Leaf() }
    }
  }

  /// A feature whose state is computed from fields of its parent.
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

  /// Runs a feature on each of several states, without an operator.
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
}
