import FocusedTestStore
import Testing

struct StackTests {
  @Test func idsAreNeverReused() async {
    let store = TestStore(initialState: App.State()) { App() }
    await store.send(.show(.note("a"))) { $0.path[id: 0] = .note("a") }
    await store.send(.path(.push(id: 1, state: .note("b")))) {
      $0.path[id: 1] = .note("b")
      $0.seen = ["pushed on 2"]
    }
    await store.send(.update { $0.path.removeAll() }) { $0.path = [] }
    await store.send(.show(.note("c"))) { $0.path[id: 2] = .note("c") }
    claimEqual(store.state.path.ids, [2])
  }

  @Test func idsOfAStackThatIsReplacedAreNotReused() async {
    let state = App.State(path: StackState([.note("a"), .note("b")]))
    let store = TestStore(initialState: state) { App() }
    await store.send(.update { $0.path = [.note("c")] }) { $0.path = [.note("c")] }
    claimEqual(store.state.path.ids, [2])
    await store.send(.update { $0.path = [.note("d")] }) { $0.path = [.note("d")] }
    claimEqual(store.state.path.ids, [3])
  }

  /// No action reaches the operator of the stack, because the parent replaces it before.
  @Test func idsOfAStackThatNoActionReachedAreNotReused() async {
    struct Parent: Reducer {
      struct State: Equatable { var app: App.State? }
      enum Action { case emptyTapped, fillTapped, app(App.Action) }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .emptyTapped: state.app = nil
          case .fillTapped: state.app = App.State(path: StackState([.note("c")]))
          case .app: break
          }
          return .none
        }
        .ifLet(\.app, action: { .app($0) }) { App() }
      }
    }
    let filled = Parent.State(app: App.State(path: StackState([.note("a"), .note("b")])))
    for (state, ids) in [(filled, [2]), (Parent.State(), [0])] as [(_, [StackElementID])] {
      let store = TestStore(.off, initialState: state) { Parent() }
      await store.send(.emptyTapped)
      await store.send(.fillTapped)
      claimEqual(store.state.app?.path.ids, ids)
    }
  }

  @Test func theLargestIdLeavesSmallerOnesToTheStore() async {
    let largest = StackElementID(integerLiteral: .max)
    let store = TestStore(.off, initialState: App.State()) { App() }
    await store.send(.path(.push(id: largest, state: .note("a"))))
    await store.send(.show(.note("b")))
    await store.send(.show(.note("c")))
    claimEqual(store.state.path.ids, [largest, 0, 1])
  }

  @MainActor
  @Test func aLiveStoreReusesNoIdOfAStackThatWasMadeElsewhere() {
    let state = App.State(path: StackState([.note("a"), .note("b")]))
    let store = Store(initialState: state) { App() }
    store.send(.update { $0.path = [.note("c")] })
    #expect(Set(store.state.path.ids).isDisjoint(with: state.path.ids))
  }

  @Test func aPopTakesAllAboveItAlong() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.show(.detail(Sleeper.State())))
    for id in [0, 1, 2] as [StackElementID] {
      await store.send(.path(.element(id: id, action: .detail(.sleep))))
    }
    await store.send(.path(.popFrom(id: 1)))
    claimEqual(store.state.path.ids, [0])
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.seen, ["popped from 3", "woken 1"])
    await store.finish()
  }

  @Test func elementsDoNotCancelEachOther() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.path(.element(id: 0, action: .detail(.sleep))))
    await store.send(.path(.element(id: 1, action: .detail(.sleep))))
    await store.send(.path(.element(id: 1, action: .detail(.cancelSleep))))
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.path[id: 0, case: { .detail($0) }]?.woken, 1)
    claimEqual(store.state.path[id: 1, case: { .detail($0) }]?.woken, 0)
  }

  @Test func aPushWithAnIdOfTheStackIsReportedAtTheOperator() async {
    let store = makeStore(TestClock())
    let issues = await withCapturedIssues {
      await store.send(.path(.push(id: 1, state: .note("a"))), line: 201)
    }
    expectIssue(issues, line: App.operatorLine)
    claimEqual(store.state.path.count, 2)
    claimEqual(store.state.seen, ["pushed on 2"])
  }

  private func makeStore(_ clock: TestClock<Duration>) -> TestStoreOf<App> {
    clock.store(
      of: App(),
      from: App.State(
        path: StackState([.detail(Sleeper.State()), .detail(Sleeper.State())])))
  }
}

extension StackTests {
  fileprivate struct App: Reducer {
    struct State: Equatable {
      var path = StackState<Path.State>()
      var seen: [String] = []
    }
    enum Action {
      case path(StackAction<Path.State, Path.Action>)
      case show(Path.State)
      case update((inout State) -> Void)
    }

    static let operatorLine = #line + 22

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .path(.element(let id, .detail(.woke))):
          if let detail = state.path[id: id, case: { .detail($0) }] {
            state.seen.append("woken \(detail.woken)")
          }
        case .path(.element):
          break
        case .path(.push):
          state.seen.append("pushed on \(state.path.count)")
        case .path(.popFrom):
          state.seen.append("popped from \(state.path.count)")
        case .show(let element):
          state.path.append(element)
        case .update(let update):
          update(&state)
        }
        return .none
      }
      .forEach(\.path, action: { .path($0) }) { Path() }
    }
  }

  fileprivate struct Path: Reducer {
    enum State: Equatable {
      case detail(Sleeper.State)
      case note(String)
    }
    enum Action { case detail(Sleeper.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: { .detail($0) }, action: { .detail($0) }) { Sleeper() }
    }
  }
}
