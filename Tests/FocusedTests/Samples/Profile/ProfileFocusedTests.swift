import FocusedTestStore
import XCTest
@testable import TestFixtures

/// The samples in the doc comments of `TestStore` and `TestClock`, as the comments show them.
final class ProfileFocusedTests: XCTestCase {
  func testChangingTheIdentityChangesTheName() async {
    let store = TestStore(.off, initialState: Profile.State()) {
      Profile()
    }

    await store.send(.changeIdentity(name: "Marie", surname: "Curie")) {
      $0.name = "Marie"
    }
  }

  func testTheAgeAdvancesAfterASecond() async {
    let clock = TestClock()
    let store = TestStore(.off, initialState: Profile.State()) {
      Profile()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    XCTAssertEqual(store.state.age, 34)
  }

  func testAFocusedTestPassesInEveryOrder() async {
    let explored = await withSchedules(200) { await ArticleTests().receivedActionsInAnyOrder() }
    XCTAssertTrue(explored.hasEveryOrder)
  }
}
