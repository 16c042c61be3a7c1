import FocusedTestStore
import Testing

struct ScopeTests {
  @Test func siblingsOfOneTypeDoNotCancelEachOther() async {
    let clock = TestClock()
    let store = clock.store(of: Pair(), from: Pair.State())
    await store.send(.left(.sleep))
    await store.send(.right(.sleep))
    await store.send(.left(.cancelSleep))
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.left.woken, 0)
    claimEqual(store.state.right.woken, 1)
  }

  @Test func aParentCancelsWhatItsChildrenStarted() async {
    let clock = TestClock()
    let store = clock.store(of: Pair(), from: Pair.State())
    await store.send(.left(.sleep))
    await store.send(.right(.sleep))
    await store.send(.cancelBoth)
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.left.woken, 0)
    claimEqual(store.state.right.woken, 0)
  }

  @Test func aChildOfACaseThatOutlivesItsCaseIsReportedOnce() async {
    let clock = TestClock()
    let store = clock.store(of: Either(), from: Either.State.awake(Sleeper.State()))
    await store.send(.awake(.sleep))
    await store.send(.awake(.sleep))
    await store.send(.leave)
    let issues = await withCapturedIssues { await clock.advance(by: .seconds(1)) }
    claimEqual(issues.count, 1)
  }

  @Test func everyFormOfArgumentIsTaken() async {
    let store = TestStore(.off, initialState: Pair.State()) {
      Scope(state: \.left, action: Pair.Action.left) { Sleeper() }
      Scope(state: \Pair.State.right, action: CasePath(Pair.Action.right)) {
        Sleeper()
        EmptyReducer()
      }
    }
    await store.send(.left(.woke)) { $0.left.woken = 1 }
    await store.send(.right(.woke)) { $0.right.woken = 1 }
    let either = TestStore(.off, initialState: Either.State.awake(Sleeper.State())) {
      Scope(state: CasePath(Either.State.awake), action: CasePath(Either.Action.awake)) {
        Sleeper()
      }
    }
    await either.send(.awake(.woke)) { $0 = .awake(Sleeper.State(woken: 1)) }
    let several = TestStore(.off, initialState: Either.State.awake(Sleeper.State())) {
      Scope(state: { .awake($0) }, action: { Either.Action.awake($0) }) { Sleeper() }
      EmptyReducer()
        .ifCaseLet({ .awake($0) }, action: { .awake($0) }) { Sleeper() }
        .ifCaseLet(CasePath(Either.State.awake), action: CasePath(Either.Action.awake)) {
          Sleeper()
        }
        .ifCaseLet(Either.State.awake, action: Either.Action.awake) { Sleeper() }
    }
    await several.send(.awake(.woke)) { $0 = .awake(Sleeper.State(woken: 4)) }
  }
}

extension ScopeTests {
  fileprivate struct Pair: Reducer {
    struct State: Equatable {
      var left = Sleeper.State()
      var right = Sleeper.State()
    }
    enum Action {
      case left(Sleeper.Action)
      case right(Sleeper.Action)
      case cancelBoth
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.left, action: { .left($0) }) { Sleeper() }
      Scope(state: \.right, action: { .right($0) }) { Sleeper() }
      Reduce { _, action in
        if case .cancelBoth = action { .cancel(id: Sleeper.CancelID.sleep) } else { .none }
      }
    }
  }

  fileprivate struct Either: Reducer {
    enum State: Equatable {
      case awake(Sleeper.State)
      case gone
    }
    enum Action {
      case awake(Sleeper.Action)
      case leave
    }

    var body: some ReducerOf<Self> {
      Scope(state: { .awake($0) }, action: { .awake($0) }) { Sleeper() }
      Reduce { state, action in
        if case .leave = action { state = .gone }
        return .none
      }
    }
  }
}
