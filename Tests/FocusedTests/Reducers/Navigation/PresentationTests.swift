import FocusedTestStore
import Testing

struct PresentationTests {
  private let clock = TestClock()

  @Test func theParentRunsAfterTheChildAndStillReadsItOnDismiss() async {
    let seen = Collected<Int?>()
    let store = makeStore { state, action in
      switch action {
      case .sheet(.presented(.woke)), .sheet(.dismiss): seen.append(state.sheet?.woken)
      default: break
      }
    }
    await store.send(.sheet(.presented(.woke)))
    await store.send(.sheet(.dismiss)) { $0.sheet = nil }
    claimEqual(seen.values, [1, 1])
  }

  @Test func aParentThatPresentsAnewOnDismissKeepsTheNewChild() async {
    let store = makeStore { state, action in
      if case .sheet(.dismiss) = action { state.sheet = Sleeper.State(id: 5) }
    }
    await store.send(.sheet(.presented(.sleep)))
    await store.send(.sheet(.dismiss)) { $0.sheet = Sleeper.State(id: 5) }
    await store.finish()
  }

  @Test(arguments: Change.thatPresentAnew)
  func anotherPresentationCancelsTheEffectsOfTheOneBefore(_ change: Change) async {
    let store = makeStore()
    await store.send(.sheet(.presented(.sleep)))
    await store.send(.update(change.update))
    await store.finish()
    await clock.advance(by: .seconds(1))
    claimEqual(store.history.count, 2)
  }

  @Test(arguments: Change.thatKeepPresenting)
  func theSamePresentationKeepsItsEffects(_ change: Change) async {
    let store = makeStore()
    await store.send(.sheet(.presented(.sleep)))
    await store.send(.update(change.update))
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.sheet?.woken, 4)
  }

  @Test(arguments: [Draft.Action.save, .publish])
  func aChildThatChangesItsOwnIdentityKeepsItsEffects(_ action: Draft.Action) async {
    await Draft.claimEffectsFollow(
      action, from: Drafts.State(sheet: .new(id: 0)), embedding: { .sheet(.presented($0)) },
      leaving: .sheet(.dismiss))
  }

  private func makeStore(
    parent: @escaping (inout House.State, House.Action) -> Void = { _, _ in }
  ) -> TestStoreOf<House> {
    clock.store(of: House(parent: parent), from: House.State(sheet: Sleeper.State()))
  }
}

extension PresentationTests {
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let update: @Sendable (inout House.State) -> Void

    static let thatPresentAnew = [
      Change(testDescription: "nil") { $0.sheet = nil },
      Change(testDescription: "another id") { $0.sheet?.id = 1 },
      Change(testDescription: "another state") { $0.sheet = Sleeper.State(id: 1) },
      Change(testDescription: "nil and back") {
        $0.sheet = nil
        $0.sheet = Sleeper.State()
      },
      Change(testDescription: "the whole state") { $0 = House.State(sheet: Sleeper.State()) },
    ]

    static let thatKeepPresenting = [
      Change(testDescription: "a field") { $0.sheet?.woken = 3 },
      Change(testDescription: "a state with the same id") { $0.sheet = Sleeper.State(woken: 3) },
    ]
  }
}
