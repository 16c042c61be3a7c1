import FocusedTestStore
import Testing

struct PresentationTests {
  @Test func theParentRunsAfterTheChildAndStillReadsItOnDismiss() async {
    let store = makeStore(TestClock())
    await store.send(.child(.presented(.woke)))
    await store.send(.child(.dismiss)) {
      $0.child = nil
      $0.seen = [1, 1]
    }
  }

  @Test func aParentThatPresentsAnewOnDismissKeepsTheNewChild() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.child(.presented(.sleep)))
    await store.send(.presentAnewOnDismiss)
    await store.send(.child(.dismiss)) { $0.child = Sleeper.State(id: 5) }
    await store.finish()
  }

  @Test(arguments: Change.thatPresentAnew)
  func anotherPresentationCancelsTheEffectsOfTheOneBefore(_ change: Change) async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.child(.presented(.sleep)))
    await store.send(.update(change.update))
    await store.finish()
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.seen, [])
  }

  @Test(arguments: Change.thatKeepPresenting)
  func theSamePresentationKeepsItsEffects(_ change: Change) async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.child(.presented(.sleep)))
    await store.send(.update(change.update))
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.child?.woken, 4)
  }

  @Test(arguments: [Draft.Action.save, .publish])
  func aChildThatChangesItsOwnIdentityKeepsItsEffects(_ action: Draft.Action) async {
    await Draft.claimEffectsFollow(
      action, in: Desk(), from: Desk.State(draft: .new(id: 0)),
      embedding: { .draft(.presented($0)) },
      leaving: .draft(.dismiss))
  }

  private func makeStore(_ clock: TestClock<Duration>) -> TestStoreOf<Parent> {
    clock.store(of: Parent(), from: Parent.State(child: Sleeper.State()))
  }
}

extension PresentationTests {
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let update: @Sendable (inout Parent.State) -> Void

    static let thatPresentAnew = [
      Change(testDescription: "nil") { $0.child = nil },
      Change(testDescription: "another id") { $0.child?.id = 1 },
      Change(testDescription: "another state") { $0.child = Sleeper.State(id: 1) },
      Change(testDescription: "nil and back") {
        $0.child = nil
        $0.child = Sleeper.State()
      },
      Change(testDescription: "the whole state") { $0 = Parent.State(child: Sleeper.State()) },
    ]

    static let thatKeepPresenting = [
      Change(testDescription: "a field") { $0.child?.woken = 3 },
      Change(testDescription: "a state with the same id") { $0.child = Sleeper.State(woken: 3) },
    ]
  }

  struct Parent: Reducer {
    struct State: Equatable {
      @PresentationState var child: Sleeper.State?
      var seen: [Int?] = []
      var presentsAnew = false
    }
    enum Action {
      case child(PresentationAction<Sleeper.Action>)
      case presentAnewOnDismiss
      case update((inout State) -> Void)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .child(.presented(.woke)):
          state.seen.append(state.child?.woken)
        case .child(.dismiss):
          state.seen.append(state.child?.woken)
          if state.presentsAnew { state.child = Sleeper.State(id: 5) }
        case .child:
          break
        case .presentAnewOnDismiss:
          state.presentsAnew = true
        case .update(let update):
          update(&state)
        }
        return .none
      }
      .ifLet(\.$child, action: { .child($0) }) { Sleeper() }
    }
  }

  fileprivate struct Desk: Reducer {
    struct State: Equatable { @PresentationState var draft: Draft.State? }
    enum Action: Equatable { case draft(PresentationAction<Draft.Action>) }

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$draft, action: { .draft($0) }) { Draft() }
    }
  }
}
