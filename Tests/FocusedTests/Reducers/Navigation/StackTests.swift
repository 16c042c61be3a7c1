import FocusedTestStore
import Testing

struct StackTests {
  private let clock = TestClock()
  private let a = Sleeper.State(id: 1)
  private let b = Sleeper.State(id: 2)
  private let c = Sleeper.State(id: 3)

  @Test func idsAreNeverReused() async {
    let store = TestStore(initialState: House.State()) { House() }
    await store.send(.update { $0.path.append(a) }) { $0.path[id: 0] = a }
    await store.send(.path(.push(id: 1, state: b))) { $0.path[id: 1] = b }
    await store.send(.update { $0.path.removeAll() }) { $0.path = [] }
    await store.send(.update { $0.path.append(c) }) { $0.path[id: 2] = c }
    claimEqual(store.state.path.ids, [2])
  }

  @Test func idsOfAStackThatIsReplacedAreNotReused() async {
    let store = TestStore(initialState: House.State(path: [a, b])) { House() }
    await store.send(.update { $0.path = [c] }) { $0.path = [c] }
    claimEqual(store.state.path.ids, [2])
    await store.send(.update { $0.path = [a] }) { $0.path = [a] }
    claimEqual(store.state.path.ids, [3])
  }

  /// No action reaches the operator of the stack, because the parent replaces it before.
  @Test func idsOfAStackThatNoActionReachedAreNotReused() async {
    struct Parent: Reducer {
      struct State: Equatable { var house: House.State? }
      enum Action { case emptyTapped, fillTapped, house(House.Action) }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .emptyTapped: state.house = nil
          case .fillTapped: state.house = House.State(path: [Sleeper.State(id: 3)])
          case .house: break
          }
          return .none
        }
        .ifLet(\.house, action: { .house($0) }) { House() }
      }
    }
    let filled = Parent.State(house: House.State(path: [a, b]))
    for (state, ids) in [(filled, [2]), (Parent.State(), [0])] as [(_, [StackElementID])] {
      let store = TestStore(.off, initialState: state) { Parent() }
      await store.send(.emptyTapped)
      await store.send(.fillTapped)
      claimEqual(store.state.house?.path.ids, ids)
    }
  }

  @Test func theLargestIdLeavesSmallerOnesToTheStore() async {
    let largest = StackElementID(integerLiteral: .max)
    let store = TestStore(.off, initialState: House.State()) { House() }
    await store.send(.path(.push(id: largest, state: a)))
    await store.send(.update { $0.path.append(b) })
    await store.send(.update { $0.path.append(c) })
    claimEqual(store.state.path.ids, [largest, 0, 1])
  }

  @MainActor
  @Test func aLiveStoreReusesNoIdOfAStackThatWasMadeElsewhere() {
    let state = House.State(path: [a, b])
    let store = Store(initialState: state) { House() }
    store.send(.update { $0.path = [c] })
    #expect(Set(store.state.path.ids).isDisjoint(with: state.path.ids))
  }

  @Test func theParentSeesWhatAPushHasAddedAndAPopRemoves() async {
    let seen = Collected<String>()
    let store = makeStore { state, action in
      switch action {
      case .path(.push): seen.append("pushed on \(state.path.count)")
      case .path(.popFrom): seen.append("popped from \(state.path.count)")
      case .path(.element(let id, .woke)): seen.append("woken \(state.path[id: id]?.woken ?? 0)")
      default: break
      }
    }
    await store.send(.path(.push(id: 2, state: c)))
    for id in [0, 1, 2] as [StackElementID] {
      await store.send(.path(.element(id: id, action: .sleep)))
    }
    await store.send(.path(.popFrom(id: 1)))
    claimEqual(store.state.path.ids, [0])
    await clock.advance(by: .seconds(1))
    claimEqual(seen.values, ["pushed on 3", "popped from 3", "woken 1"])
    await store.finish()
  }

  @Test func elementsDoNotCancelEachOther() async {
    let store = makeStore()
    await store.send(.path(.element(id: 0, action: .sleep)))
    await store.send(.path(.element(id: 1, action: .sleep)))
    await store.send(.path(.element(id: 1, action: .cancelSleep)))
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.path.map(\.woken), [1, 0])
  }

  @Test func aPushWithAnIdOfTheStackIsReportedAtTheOperator() async {
    struct Screens: Equatable { var path: StackState<String> = ["a", "b"] }
    let operatorLine = #line + 4
    let seen = Collected<Int>()
    let store = TestStore(.off, initialState: Screens()) {
      EmptyReducer<Screens, StackAction<String, Int>>()
        .forEach(\.path, action: { $0 }) { EmptyReducer() }
      Reduce { state, _ in
        seen.append(state.path.count)
        return .none
      }
    }
    let issues = await withCapturedIssues {
      await store.send(.push(id: 1, state: "c"), line: 201)
    }
    expectIssue(issues, line: operatorLine)
    claimEqual(store.state.path.count, 2)
    claimEqual(seen.values, [2])
  }

  private func makeStore(
    parent: @escaping (inout House.State, House.Action) -> Void = { _, _ in }
  ) -> TestStoreOf<House> {
    clock.store(of: House(parent: parent), from: House.State(path: [a, b]))
  }
}
