import FocusedTestStore
import Observation
import Testing

extension LiveStoreTests {
  /// Dependencies that read the store while it reduces, such as analytics and feature flags.
  @MainActor
  struct ReadingInReducers {
    @Test func `a reducer reads the state before the action, in all ways`() {
      let probe = Reader()
      let store = probe.makeStore()
      let double = StateSelector<Tally.State, Int>(StateSelector(\.count)) { 2 * $0 }
      let row = store.scope(state: \.row, action: { Tally.Action.row($0) })
      probe.read = {
        [store.count, store.state.count, store.select(double) / 2, row.value, row.state.value]
      }
      for _ in 1...3 { store.send(.increment) }
      claimEqual(probe.seen, [[0, 0, 0, 0, 0], [1, 1, 1, 1, 1], [2, 2, 2, 2, 2]])
      claimEqual(store.count, 3)
      claimEqual(store.select(double), 6)
    }

    @Test func `so does a child, and what reacts to a change`() {
      let probe = Reader()
      let store = probe.makeStore()
      probe.read = { [store.count, store.row.value] }
      store.send(.row)
      probe.looksAtChanges = true
      store.send(.increment)
      claimEqual(probe.seen, [[0, 0], [0, 1], [0, 1]])
      claimEqual(store.row.value, 2)
    }

    @Test func `what is observed there is notified of the action`() {
      let probe = Reader()
      let store = probe.makeStore()
      let fired = Lock(0)
      probe.read = {
        withObservationTracking {
          [store.count]
        } onChange: {
          fired.withLock { $0 += 1 }
        }
      }
      store.send(.increment)
      claimEqual(fired.withLock { $0 }, 1)
      probe.read = { [] }
      store.send(.increment)
      claimEqual(fired.withLock { $0 }, 1)
    }

    @Test func `an object that a step removes is not kept`() {
      let store = Store<Holder, Void>(initialState: Holder()) {
        Reduce<Holder, Void> { state, _ in
          state.token = nil
          return .none
        }
      }
      weak var token: Token?
      token = store.token
      #expect(token != nil)
      store.send(())
      #expect(token == nil)
    }

    @Test func `a reducer of a test store reads it, too`() async {
      let probe = Reader()
      let store = TestStore(.off, initialState: Tally.State()) { Tally(probe: probe) }
      probe.read = { [store.state.count] }
      await store.send(.increment)
      await store.send(.increment) { $0.count = 2 }
      claimEqual(probe.seen, [[0], [1]])
    }
  }

  final class Token {}

  struct Holder {
    var token: Token? = Token()
  }

  @MainActor
  final class Reader {
    var read: () -> [Int] = { [] }
    var seen: [[Int]] = []
    var looksAtChanges = false

    func makeStore() -> StoreOf<Tally> {
      Store(initialState: Tally.State()) { Tally(probe: self) }
    }

    func look() {
      let values = read()
      if !values.isEmpty { seen.append(values) }
    }
  }

  struct TallyRow: Reducer {
    struct State: Equatable { var value = 0 }
    let probe: Reader

    func reduce(into state: inout State, action _: Void) -> Effect<Void> {
      state.value += 1
      MainActor.assumeIsolated { probe.look() }
      return .none
    }
  }

  struct Tally: Reducer {
    struct State: Equatable {
      var count = 0
      var row = TallyRow.State()
    }
    enum Action {
      case increment
      case row(Void)

      static var row: Action { .row(()) }
    }
    let probe: Reader

    var body: some ReducerOf<Self> {
      Scope(state: \.row, action: { .row($0) }) { TallyRow(probe: probe) }
      Reduce { state, action in
        guard case .increment = action else { return .none }
        state.count += 1
        state.row.value += 1
        MainActor.assumeIsolated { probe.look() }
        return .none
      }
      .onChange(of: \.row.value) { _, _ in
        Reduce { _, _ in
          MainActor.assumeIsolated { if probe.looksAtChanges { probe.look() } }
          return .none
        }
      }
    }
  }
}
