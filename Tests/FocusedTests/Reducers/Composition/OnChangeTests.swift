import FocusedTestStore
import Testing

struct OnChangeTests {
  @Test func itRunsAfterTheBaseWithTheOldAndTheNewValue() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.add(2)) {
      $0.count = 2
      $0.changes = ["0 to 2, now 2"]
    }
    await store.receive(.saved)
  }

  @Test func itDoesNotRunWhenTheValueStays() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.add(0))
    await store.finish()
  }

  @Test func whatItChangesItselfDoesNotRunItAgain() async {
    let store = TestStore(.off, initialState: Counter.State()) { Counter() }
    await store.send(.add(100)) {
      $0.count = 10
      $0.changes = ["0 to 100, now 100"]
    }
  }
}

extension OnChangeTests {
  fileprivate struct Counter: Reducer {
    struct State: Equatable {
      var count = 0
      var changes: [String] = []
    }
    enum Action: Equatable {
      case add(Int)
      case saved
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .add(let number) = action { state.count += number }
        return .none
      }
      .onChange(of: { $0.count }) { old, new in
        Reduce { state, _ in
          state.changes.append("\(old) to \(new), now \(state.count)")
          state.count = min(state.count, 10)
          return .send(.saved)
        }
      }
    }
  }
}
