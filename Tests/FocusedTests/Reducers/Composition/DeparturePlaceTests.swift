import FocusedTestStore
import Testing

/// The location of a child identifies the child that was removed, at any depth and for any kind of composition.
struct DeparturePlaceTests {
  private typealias Houses = TestStore<[House.State], Action>

  private enum Action {
    case at(Int, House.Action)
    case update((inout [House.State]) -> Void)
  }

  private let clock = TestClock()

  @Test(arguments: [true, false])
  func theChildOfARemovedChildGoesToo(isReplaced: Bool) async {
    func house() -> House.State { House.State(sheet: Sleeper.State(sheet: Sleeper.State())) }
    let store = clock.store(of: House(), from: house())
    await store.send(.sheet(.presented(.sheet(.presented(.sleep)))))
    await store.send(.update { if isReplaced { $0 = house() } else { $0.sheet = nil } })
    await store.finish()
    await clock.advance(by: .seconds(1))
    claimEqual(store.history.count, 2)
  }

  @Test(arguments: [true, false])
  func optionalsAndRowsOfOneLineLeaveSeparately(isOptional: Bool) async {
    let house = House.State(optional: Sleeper.State(), rows: [Sleeper.State()])
    let store: Houses = clock.store(from: [house, house]) {
      children(at: 0)
      children(at: 1)
      Reduce(update)
    }
    for index in 0..<2 {
      await store.send(.at(index, .optional(.sleep)))
      await store.send(.at(index, .rows(.element(id: 0, action: .sleep))))
    }
    await store.send(
      .update { if isOptional { $0[0].optional = nil } else { $0[0].rows.remove(id: 0) } })
    await clock.advance(by: .seconds(1))
    claimEqual(store.state[1].optional?.woken, 1)
    claimEqual(store.state[1].rows[id: 0]?.woken, 1)
    claimEqual(store.history.count, 8)
  }

  @Test func featuresOfOneLineAreToldApart() async {
    let houses = (0..<2).map { _ in House.State(sheet: Sleeper.State()) }
    let store: Houses = clock.store(from: houses) {
      for index in 0..<2 {
        Scope<[House.State], Action, House>(state: \.[index], action: { .at(index, $0) }) {
          House()
        }
      }
      Reduce(update)
    }
    await store.send(.at(0, .sheet(.presented(.sleep))))
    await store.send(.at(1, .sheet(.presented(.sleep))))
    await store.send(.update { $0[1].sheet = nil })
    await clock.advance(by: .seconds(1))
    claimEqual(store.state[0].sheet?.woken, 1)
    claimEqual(store.history.count, 4)
  }

  @Test func theCasesOfOneLineKeepTheEffectsOfTheirOwnChild() async {
    func sleeper() -> Sleeper.State { Sleeper.State(sheet: Sleeper.State()) }
    let cases: [(state: (Sleeper.State) -> Bed.State, action: (Sleeper.Action) -> Bed.Action)] = [
      ({ .left($0) }, { .left($0) }), ({ .right($0) }, { .right($0) }),
    ]
    let store: TestStoreOf<Bed> = clock.store(from: .left(sleeper())) {
      for (state, action) in cases {
        Scope<Bed.State, Bed.Action, Sleeper>(state: state, action: action) { Sleeper() }
      }
      Bed.becoming
    }
    await store.send(.left(.sheet(.presented(.sleep))))
    await store.send(.become(.right(sleeper())))
    await store.send(.right(.sheet(.presented(.sleep))))
    await clock.advance(by: .seconds(1))
    claimEqual(store.state, .right(Sleeper.State(sheet: Sleeper.State(woken: 1))))
    claimEqual(store.history.count, 4)
  }

  @Test func aStateThatIsComputedAnewByEachReadKeepsItsEffects() async {
    let store: TestStoreOf<House> = clock.store(from: House.State(sheet: Sleeper.State())) {
      Scope(state: \.onlySheet, action: { $0 }) { House() }
    }
    await store.send(.sheet(.presented(.sleep)))
    await store.send(.left(.woke))
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.sheet?.woken, 1)
  }

  @Test func aChildThatIsRunByHandKeepsItsEffects() async {
    let houses = (0..<2).map { _ in House.State(sheet: Sleeper.State()) }
    let store: Houses = clock.store(from: houses) {
      Reduce { state, action in
        guard case .at(let index, let action) = action else { return .none }
        return House().reduce(into: &state[index], action: action).map { .at(index, $0) }
      }
    }
    await store.send(.at(0, .sheet(.presented(.sleep))))
    await store.send(.at(1, .sheet(.presented(.sleep))))
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.map { $0.sheet?.woken }, [1, 1])
  }

  private func children(at index: Int) -> some Reducer<[House.State], Action> {
    let optional: WritableKeyPath<[House.State], Sleeper.State?> = \.[index].optional
    let rows: WritableKeyPath<[House.State], IdentifiedArrayOf<Sleeper.State>> = \.[index].rows
    return EmptyReducer<[House.State], Action>()
      .ifLet(optional, action: { .at(index, .optional($0)) }) { Sleeper() }
      .forEach(rows, action: { .at(index, .rows($0)) }) { Sleeper() }
  }

  private func update(_ houses: inout [House.State], _ action: Action) -> Effect<Action> {
    if case .update(let update) = action { update(&houses) }
    return .none
  }
}

extension House.State {
  /// A state that is computed from a field of this one.
  fileprivate var onlySheet: House.State {
    get { House.State(sheet: sheet) }
    set { sheet = newValue.sheet }
  }
}
