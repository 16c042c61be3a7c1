import FocusedTestStore
import XCTest

/// `invokeTest` sets the default for all tests of a class, on any actor.
final class ExhaustivityXCTestTests: XCTestCase {
  private var madeInSetUp: TestStore<Int, Int>?

  override func invokeTest() {
    withExhaustivity(.off) { super.invokeTest() }
  }

  override func setUp() {
    madeInSetUp = ExhaustivityDefaultTests.store()
  }

  func testASynchronousTestHasTheDefault() {
    XCTAssertEqual(ExhaustivityDefaultTests.store().exhaustivity, .off)
  }

  func testAnAsynchronousTestHasTheDefault() async {
    let issues = await ExhaustivityDefaultTests.issuesOfAnUnassertedChange()
    XCTAssertEqual(issues.count, 0)
  }

  @MainActor func testAnAsynchronousTestOnTheMainActorHasTheDefault() async {
    let issues = await ExhaustivityDefaultTests.issuesOfAnUnassertedChange()
    XCTAssertEqual(issues.count, 0)
  }

  func testSetUpHasTheDefault() {
    XCTAssertEqual(madeInSetUp?.exhaustivity, .off)
  }
}

/// The twin: without `invokeTest`, the same steps report issues.
final class ExhaustivityXCTestTwinTests: XCTestCase {
  func testASynchronousTestIsExhaustive() {
    XCTAssertEqual(ExhaustivityDefaultTests.store().exhaustivity, .on)
  }

  func testAnAsynchronousTestIsExhaustive() async {
    let issues = await ExhaustivityDefaultTests.issuesOfAnUnassertedChange()
    XCTAssertEqual(issues.count, 1)
  }
}
