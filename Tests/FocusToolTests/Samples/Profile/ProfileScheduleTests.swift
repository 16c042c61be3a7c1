import FocusedTestStore
import XCTest
@testable import TestFixtures

// An order of effects that breaks the exhaustive test of the sample.

extension ProfileExhaustiveTests {
  func testItFailsWhenTwoTimersFireTheOtherWayRound() async throws {
    let test = testTheWholeProfile
    let issues = await withCapturedIssues {
      await withSchedules(200) { await test() }
    }
    XCTAssertEqual(
      issues.last?.message,
      """
      Expected the order of effects not to matter, but the test fails when .changeMood(3) arrives before \
      .changeAge(41).
      It passes when effects run as they become ready.

      Found with schedule 2 of 200. To repeat it, run this test alone with
      FOCUSED_SCHEDULE=1-26wn2-1:1-s0
      """)
  }
}
