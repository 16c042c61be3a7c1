import Benchmarks
import Testing
import XCTest

final class XCTestFigures: XCTestCase {
  func testFigures() async {
    await Steps.printFigures(in: "XCTest, off the main actor")
  }

  @MainActor func testFiguresOnMainActor() async {
    await Steps.printFigures(in: "XCTest, on the main actor")
  }
}

/// Measurements would disturb each other.
@Suite(.serialized) struct SwiftTestingFigures {
  @Test func figures() async {
    await Steps.printFigures(in: "Swift Testing, off the main actor")
  }

  @Test @MainActor func figuresOnMainActor() async {
    await Steps.printFigures(in: "Swift Testing, on the main actor")
  }
}
