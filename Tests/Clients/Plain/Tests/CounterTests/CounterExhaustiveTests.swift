import Counter
import FocusedTestStore
import XCTest

private struct Offline: Error {}

/// An exhaustive test for `focus split`.
final class CounterExhaustiveTests: XCTestCase {
  private var fact: Stub<Int, String>!

  override func setUp() {
    super.setUp()
    fact = Stub("fact")
  }

  @MainActor
  func testEverything() async {
    let store = TestStore(initialState: Counter.State()) { Counter(fact: fact.call) }

    await store.send(.incrementTapped) {
      $0.count = 1
    }
    await store.send(.factTapped) {
      $0.isLoading = true
    }
    XCTAssertEqual(fact.pendingCalls, [1])
    await fact.succeed(with: "1 is the loneliest number.")
    await store.receive(.factLoaded("1 is the loneliest number.")) {
      $0.isLoading = false
    }
    await store.send(.incrementTapped) {
      $0.count = 2
    }
    await store.send(.factTapped) {
      $0.isLoading = true
    }
    await fact.fail(with: Offline())
    await store.receive(.factFailed) {
      $0.isLoading = false
    }
  }
}
