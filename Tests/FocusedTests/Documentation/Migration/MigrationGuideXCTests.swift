import FocusedTestStore
import XCTest
@testable import TestFixtures

/// The guide's sample that sets the exhaustivity of an XCTest class.
final class TallyTests: XCTestCase {
  override func invokeTest() {
    withExhaustivity(.off) { super.invokeTest() }
  }

  func testTappingTwiceRemovesTheTitle() async {
    let store = TestStore(initialState: Tally.State()) { Tally() }

    await store.send(.tapped("Emma"))
    await store.send(.tapped("Emma")) { $0.titles = [] }
  }
}

/// The guide's plain assertion in an XCTest.
final class TallyStateTests: XCTestCase {
  func testTappingAddsTheTitle() async {
    let store = TestStore(.off, initialState: Tally.State()) { Tally() }

    await store.send(.tapped("Emma"))
    XCTAssertEqual(store.state.titles, ["Emma"])
  }
}

private typealias Tally = MigrationGuideTests.Tally
