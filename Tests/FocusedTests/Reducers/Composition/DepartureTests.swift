import FocusedTestStore
import Testing

/// Any reducer can remove a child, not only the reducer that the child's operator wraps.
struct DepartureTests {
  private let clock = TestClock()

  @Test(arguments: Child.allCases, House.Updater.allCases)
  func theEffectsOfTheOneBeforeDoNotReachTheNextOne(
    _ child: Child, _ updater: House.Updater
  ) async {
    let store = makeStore()
    await store.send(child.sleep)
    await store.send(.update(by: updater) { $0 = child.replaced(child.removed($0)) })
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.woken, 0)
    claimEqual(store.history.count, 2)
  }

  @Test(arguments: Child.allCases, House.Updater.allCases)
  func aChildThatStaysKeepsItsEffects(_ child: Child, _ updater: House.Updater) async {
    let store = makeStore()
    await store.send(child.sleep)
    await store.send(.update(by: updater) { $0.left.title = "seen" })
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.woken, 1)
  }

  @Test(arguments: Child.allCases)
  func aChildRemovedInTheVeryStepThatStartsItsEffectIsCancelled(_ child: Child) async {
    let store: TestStoreOf<House> = clock.store(from: .occupied) {
      House()
      Reduce { state, _ in
        state = child.removed(state)
        return .none
      }
    }
    await store.send(child.sleep)
    await store.finish()
  }

  @Test(arguments: Child.allCases)
  func aChildThatReplacesAnotherInTheStepOfItsOwnActionKeepsItsEffects(_ child: Child) async {
    let isReplacing = Lock(false)
    let store: TestStoreOf<House> = clock.store(from: .occupied) {
      Reduce { state, _ in
        if isReplacing.withLock(\.self) { state = child.replaced(child.removed(state)) }
        return .none
      }
      House()
    }
    await store.send(child.sleep)
    isReplacing.withLock { $0 = true }
    await store.send(child.sleepOfNext)
    isReplacing.withLock { $0 = false }
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.woken, 1)
    await store.finish()
  }

  @Test func aChildOfARowThatALaterReducerRestoresIsCancelled() async {
    let rows: IdentifiedArrayOf<Sleeper.State> = [
      Sleeper.State(sheet: Sleeper.State()), Sleeper.State(id: 1),
    ]
    let store: TestStoreOf<House> = clock.store(from: House.State(rows: rows)) {
      Reduce { state, action in
        state.rows[id: 1]?.sheet = Sleeper.State()
        return .none
      }
      House()
      Reduce { state, _ in
        state.rows = rows
        return .none
      }
    }
    for id in 0...1 {
      await store.send(.rows(.element(id: id, action: .sheet(.presented(.sleep)))))
    }
    await clock.advance(by: .seconds(1))
    claimEqual(store.history.count, 3)
  }

  @Test func anEffectThatRunsAReducerByHandChangesNothing() async {
    let store: TestStoreOf<House> = clock.store(from: .occupied) {
      House()
      Reduce { _, action in
        guard case .update = action else { return .none }
        return .run { _ in
          var copy = House.State.occupied
          copy.sheet = nil
          _ = House().reduce(into: &copy, action: .rows(.element(id: 0, action: .sleep)))
        }
      }
    }
    await store.send(.sheet(.presented(.sleep)))
    await store.send(.update { _ in })
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.sheet?.woken, 1)
  }

  private func makeStore() -> TestStoreOf<House> {
    clock.store(from: .occupied) {
      Scope(state: \.self, action: { $0 }) { House() }
      Reduce { state, action in
        if case .update(by: .around, let update) = action { update(&state) }
        return .none
      }
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

    /// Starts the effect of the first child.
    var sleep: House.Action {
      switch self {
      case .sheet: .sheet(.presented(.sleep))
      case .element: .path(.element(id: 0, action: .sleep))
      case .row: .rows(.element(id: 1, action: .sleep))
      case .optional: .optional(.sleep)
      case .case: .bed(.left(.sleep))
      }
    }

    /// Starts the effect of the child that replaces the first one.
    var sleepOfNext: House.Action {
      switch self {
      case .element: .path(.element(id: 1, action: .sleep))
      case .row: .rows(.element(id: 7, action: .sleep))
      default: sleep
      }
    }

    func removed(_ state: House.State) -> House.State {
      var state = state
      switch self {
      case .sheet: state.sheet = nil
      case .element: state.path.removeAll()
      case .row: state.rows.remove(id: 1)
      case .optional: state.optional = nil
      case .case: state.bed = .empty
      }
      return state
    }

    func replaced(_ state: House.State) -> House.State {
      var state = state
      switch self {
      case .sheet: state.sheet = Sleeper.State()
      case .element: state.path.append(Sleeper.State())
      case .row: state.rows.append(Sleeper.State(id: 7))
      case .optional: state.optional = Sleeper.State(id: 7)
      case .case: state.bed = .left(Sleeper.State(id: 7))
      }
      return state
    }
  }
}

extension House.State {
  fileprivate static var occupied: House.State {
    House.State(
      bed: .left(Sleeper.State()), sheet: Sleeper.State(), optional: Sleeper.State(),
      rows: [Sleeper.State(), Sleeper.State(id: 1)], path: [Sleeper.State()])
  }

  /// The number of times that any child has woken.
  fileprivate var woken: Int {
    let inBed = if case .left(let sleeper) = bed { sleeper.woken } else { 0 }
    return [sheet?.woken, optional?.woken, inBed].reduce(0) { $0 + ($1 ?? 0) }
      + (path + rows).reduce(0) { $0 + $1.woken }
  }
}
