import FocusedTestStore
import Testing

struct ScopeTests {
  private let clock = TestClock()

  @Test func siblingsOfOneTypeDoNotCancelEachOther() async {
    let store = clock.store(of: House(), from: House.State())
    await store.send(.left(.sleep))
    await store.send(.right(.sleep))
    await store.send(.left(.cancelSleep))
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.left.woken, 0)
    claimEqual(store.state.right.woken, 1)
  }

  @Test func aParentCancelsWhatItsChildrenStarted() async {
    let store: TestStoreOf<House> = clock.store(from: House.State()) {
      House()
      Reduce { _, action in
        if case .update = action { .cancel(id: Sleeper.CancelID.sleep) } else { .none }
      }
    }
    await store.send(.left(.sleep))
    await store.send(.right(.sleep))
    await store.send(.update { _ in })
    await clock.advance(by: .seconds(1))
    claimEqual(store.state, House.State())
  }

  @Test func aChildOfACaseThatOutlivesItsCaseIsReportedOnce() async {
    let store: TestStoreOf<Bed> = clock.store(from: .left(Sleeper.State())) {
      Scope(state: { .left($0) }, action: { .left($0) }) { Sleeper() }
      Bed.becoming
    }
    await store.send(.left(.sleep))
    await store.send(.left(.sleep))
    await store.send(.become(.empty))
    let issues = await withCapturedIssues { await clock.advance(by: .seconds(1)) }
    claimEqual(issues.count, 1)
  }

  @Test func everyFormOfArgumentIsTaken() async {
    let store = TestStore(.off, initialState: House.State()) {
      Scope(state: \.left, action: House.Action.left) { Sleeper() }
      Scope(state: \House.State.right, action: CasePath(House.Action.right)) {
        Sleeper()
        EmptyReducer()
      }
    }
    await store.send(.left(.woke)) { $0.left.woken = 1 }
    await store.send(.right(.woke)) { $0.right.woken = 1 }
    let bed = TestStore(.off, initialState: Bed.State.left(Sleeper.State())) {
      Scope(state: CasePath(Bed.State.left), action: CasePath(Bed.Action.left)) {
        Sleeper()
      }
    }
    await bed.send(.left(.woke)) { $0 = .left(Sleeper.State(woken: 1)) }
    let several = TestStore(.off, initialState: Bed.State.left(Sleeper.State())) {
      Scope(state: { .left($0) }, action: { Bed.Action.left($0) }) { Sleeper() }
      EmptyReducer()
        .ifCaseLet({ .left($0) }, action: { .left($0) }) { Sleeper() }
        .ifCaseLet(CasePath(Bed.State.left), action: CasePath(Bed.Action.left)) { Sleeper() }
        .ifCaseLet(Bed.State.left, action: Bed.Action.left) { Sleeper() }
    }
    await several.send(.left(.woke)) { $0 = .left(Sleeper.State(woken: 4)) }
  }
}
