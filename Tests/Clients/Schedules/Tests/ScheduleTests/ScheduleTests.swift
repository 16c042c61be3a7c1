import FocusedExploration
import FocusedTestStore
import Testing
import XCTest

/// Two responses. The last one wins.
struct Race: Reducer {
  struct State: Equatable {
    var winner = ""
  }

  enum Action: Equatable {
    case start
    case arrived(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .merge(
        .run { send in await send(.arrived("first")) },
        .run { send in await send(.arrived("second")) })
    case .arrived(let name):
      state.winner = name
      return .none
    }
  }
}

struct ExploredTests {
  @Test(.schedules(50)) func expectation() async {
    let store = TestStore(.off, initialState: Race.State()) { Race() }
    await store.send(.start)
    #expect(store.state.winner == "second")
  }

  @Test(.schedules(50)) func requirement() async throws {
    let store = TestStore(.off, initialState: Race.State()) { Race() }
    await store.send(.start)
    try #require(store.state.winner == "second")
  }

  @Test(.schedules(50)) func storeIssue() async {
    let store = TestStore(.off, initialState: Race.State()) { Race() }
    await store.send(.start)
    store.assert { $0.winner = "second" }
  }

  @Test func plain() async {
    let store = TestStore(.off, initialState: Race.State()) { Race() }
    await store.send(.start)
    #expect(store.state.winner == "second")
  }

  @Test(.schedules(1)) func pinned() async {
    let store = TestStore(.off, initialState: Race.State()) { Race() }
    await store.send(.start)
    #expect(store.state.winner == "second")
  }
}

final class ExploredXCTests: XCTestCase {
  func testAssertion() async {
    await withSchedules(50) {
      let store = TestStore(.off, initialState: Race.State()) { Race() }
      await store.send(.start)
      XCTAssertEqual(store.state.winner, "second")
    }
  }

  func testStoreIssue() async {
    await withSchedules(50) {
      let store = TestStore(.off, initialState: Race.State()) { Race() }
      await store.send(.start)
      store.assert { $0.winner = "second" }
    }
  }

  @MainActor func testThrownError() async throws {
    struct Lost: Error {}
    try await withSchedules(50) {
      let store = TestStore(.off, initialState: Race.State()) { Race() }
      await store.send(.start)
      if store.state.winner != "second" { throw Lost() }
    }
  }
}
