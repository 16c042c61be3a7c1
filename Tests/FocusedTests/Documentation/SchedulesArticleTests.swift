import FocusedTestStore
import Testing
import XCTest
@testable import TestFixtures

/// The samples of the article on schedules, and of the related doc comments.
struct SchedulesArticleTests {
  /// The sample with its bug fixed.
  private struct Place: Reducer {
    struct State: Equatable {
      var popular: [String] = []
      var nearby: [String] = []
      var suggestions: [String] { nearby.isEmpty ? popular : nearby }
    }

    enum Action: Equatable {
      case appeared
      case foundPopular([String])
      case foundNearby([String])
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .appeared:
        return .merge(
          .run { send in await send(.foundPopular(["Paris"])) },
          .run { send in await send(.foundNearby(["Zurich"])) })
      case .foundPopular(let places):
        state.popular = places
        return .none
      case .foundNearby(let places):
        state.nearby = places
        return .none
      }
    }
  }

  @Test(.schedules(200)) func `the nearest places are suggested`() async {
    let store = TestStore(.off, initialState: Place.State()) { Place() }
    await store.send(.appeared)
    #expect(store.state.suggestions == ["Zurich"])
  }

  fileprivate static func explore() async -> ExploredSchedules {
    await withSchedules(200) {
      let store = TestStore(.off, initialState: Place.State()) { Place() }
      await store.send(.appeared)
      XCTAssertEqual(store.state.suggestions, ["Zurich"])
    }
  }

  @Test(.schedules(.all)) func `the nearest places are suggested in each order`() async {
    let store = TestStore(.off, initialState: Place.State()) { Place() }
    await store.send(.appeared)
    #expect(store.state.suggestions == ["Zurich"])
  }

  /// The sample with its bug fixed: a new query cancels the search for the previous one.
  private struct Search: Reducer {
    struct State: Equatable {
      var query = ""
      var results: [String] = []
    }

    enum Action: Equatable {
      case changeQuery(String)
      case found([String])
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .changeQuery(let query):
        state.query = query
        return .run { send in await send(.found(query == "s" ? ["sun", "swan"] : ["swan"])) }
          .cancellable(id: "search", cancelInFlight: true)
      case .found(let results):
        state.results = results
        return .none
      }
    }
  }

  @Test(.schedules(200, overlappingSends: true)) func `the last query has the last word`() async {
    let store = TestStore(.off, initialState: Search.State()) { Search() }
    await store.send(.changeQuery("s"))
    await store.send(.changeQuery("sw"))
    #expect(store.state.results == ["swan"])
  }
}

final class SchedulesArticleXCTests: XCTestCase {
  func testEveryOrderIsTried() async {
    let explored = await SchedulesArticleTests.explore()
    XCTAssertTrue(explored.hasEveryOrder)
  }
}
