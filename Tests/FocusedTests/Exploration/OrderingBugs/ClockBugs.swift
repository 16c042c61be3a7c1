import FocusedTestStore
import Testing

// Bugs among effects that wake at the same time.

extension OrderingBug {
  private struct Draft: Reducer {
    struct State: Equatable {
      var text = ""
      var saved = ""
      var searched = ""
    }

    enum Action: Equatable {
      case type(String)
      case save(String)
      case search
    }

    let clock: TestClock<Duration>

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .type(let text):
        state.text = text
        return .merge(
          .send(.save(text)).debounce(id: "save", for: .milliseconds(300), clock: clock),
          .send(.search).debounce(id: "search", for: .milliseconds(300), clock: clock))
      case .save(let text):
        state.saved = text
        return .none
      case .search:
        // The bug: the latest text may not have been saved.
        state.searched = state.saved
        return .none
      }
    }
  }

  static let debounceRace = OrderingBug(
    "a debounced search misses the last key", failsWhen: #".search arrives before .save("sw")"#
  ) {
    let clock = TestClock()
    let store = TestStore(.off, initialState: Draft.State()) { Draft(clock: clock) }
    await store.send(.type("s"))
    await store.send(.type("sw"))
    await clock.advance(by: .milliseconds(300))
    #expect(store.state.searched == "sw")
  }
}
