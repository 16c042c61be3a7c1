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
}

final class SchedulesArticleXCTests: XCTestCase {
  func testAllSchedulesAreTried() async {
    let explored = await SchedulesArticleTests.explore()
    XCTAssertTrue(explored.isComplete)
  }
}
