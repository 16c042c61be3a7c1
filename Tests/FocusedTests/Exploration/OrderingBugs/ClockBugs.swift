import FocusedTestStore
import Testing
@testable import TestFixtures

// Bugs among effects that wake at the same time.

extension OrderingBug {
  private struct Search: Reducer {
    struct State: Equatable {
      var results = ""
    }

    enum Action: Equatable {
      case changeQuery(String)
      case found(String)
    }

    let clock: TestClock<Duration>

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .changeQuery(let query):
        // The bug: the request for the previous query isn't canceled.
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.found("results for \(query)"))
        }
      case .found(let results):
        state.results = results
        return .none
      }
    }
  }

  static let staleResponse = OrderingBug(
    "a stale response wins",
    failsWhen: #".found("results for sw") arrives before .found("results for s")"#
  ) {
    let clock = TestClock()
    let store = TestStore(.off, initialState: Search.State()) { Search(clock: clock) }
    await store.send(.changeQuery("s"))
    await store.send(.changeQuery("sw"))
    await clock.advance(by: .seconds(1))
    store.assert { $0.results = "results for sw" }
  }

  private struct Countdown: Reducer {
    struct State: Equatable {
      var ticks = 0
    }

    enum Action: Equatable {
      case start, timeOut, tick
    }

    let clock: TestClock<Duration>

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .start:
        return .merge(
          .run { send in
            try await clock.sleep(for: .seconds(3))
            await send(.timeOut)
          },
          .run { send in
            for _ in 1...3 {
              try await clock.sleep(for: .seconds(1))
              await send(.tick)
            }
          }.cancellable(id: "ticks"))
      case .timeOut:
        return .cancel(id: "ticks")
      case .tick:
        state.ticks += 1
        return .none
      }
    }
  }

  static let lateCancellation = OrderingBug(
    "a cancellation comes too late", failsWhen: ".tick arrives before .timeOut"
  ) {
    let clock = TestClock()
    let store = TestStore(.off, initialState: Countdown.State()) { Countdown(clock: clock) }
    await store.send(.start)
    await clock.advance(by: .seconds(3))
    store.assert { $0.ticks = 2 }
  }

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
