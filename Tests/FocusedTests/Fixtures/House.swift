import FocusedTestStore

/// A house with a sleeper in each form: as a field, in a case, presented, optional, in rows, and on a stack.
struct House: Reducer {
  struct State: Equatable {
    var left = Sleeper.State()
    var right = Sleeper.State()
    var bed = Bed.State.empty
    @PresentationState var sheet: Sleeper.State?
    var optional: Sleeper.State?
    var rows: IdentifiedArrayOf<Sleeper.State> = []
    var path = StackState<Sleeper.State>()
  }

  /// The reducer that runs an update: above or below the house's operators, the one that they wrap, or one around the
  /// house, which a test adds.
  enum Updater: CaseIterable { case above, parent, below, around }

  enum Action {
    case left(Sleeper.Action)
    case right(Sleeper.Action)
    case bed(Bed.Action)
    case sheet(PresentationActionOf<Sleeper>)
    case optional(Sleeper.Action)
    case rows(IdentifiedActionOf<Sleeper>)
    case path(StackActionOf<Sleeper>)
    case update(by: Updater = .parent, (inout State) -> Void)
  }

  /// What the reducer that the operators wrap does.
  var parent: (inout State, Action) -> Void = { _, _ in }

  var body: some ReducerOf<Self> {
    updates(by: .above)
    Scope(state: \.left, action: { .left($0) }) { Sleeper() }
    Scope(state: \.right, action: { .right($0) }) { Sleeper() }
    Scope(state: \.bed, action: { .bed($0) }) { Bed() }
    Reduce { state, action in
      if case .update(by: .parent, let update) = action { update(&state) }
      parent(&state, action)
      return .none
    }
    .ifLet(\.$sheet, action: { .sheet($0) }) { Sleeper() }
    .ifLet(\.optional, action: { .optional($0) }) { Sleeper() }
    .forEach(\.rows, action: { .rows($0) }) { Sleeper() }
    .forEach(\.path, action: { .path($0) }) { Sleeper() }
    updates(by: .below)
  }

  private func updates(by updater: Updater) -> Reduce<State, Action> {
    Reduce { state, action in
      if case .update(by: updater, let update) = action { update(&state) }
      return .none
    }
  }
}

/// A bed with a sleeper in one of two cases.
struct Bed: Reducer {
  enum State: Equatable {
    case left(Sleeper.State)
    case right(Sleeper.State)
    case empty
  }

  enum Action {
    case left(Sleeper.Action)
    case right(Sleeper.Action)
    case become(State)
  }

  var body: some ReducerOf<Self> {
    Self.becoming
      .ifCaseLet({ .left($0) }, action: { .left($0) }) { Sleeper() }
      .ifCaseLet({ .right($0) }, action: { .right($0) }) { Sleeper() }
  }

  static var becoming: Reduce<State, Action> {
    Reduce { state, action in
      if case .become(let bed) = action { state = bed }
      return .none
    }
  }
}
