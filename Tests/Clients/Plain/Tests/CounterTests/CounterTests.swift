import Counter
import FocusedTestStore
import Testing
import XCTest

@Test func incrementing() async {
  let store = TestStore(.off, initialState: Counter.State()) { Counter() }

  await store.send(.incrementTapped) {
    $0.count = 1
  }
}

final class CounterTests: XCTestCase {
  @MainActor
  func testAFactEndsTheLoading() async {
    let store = TestStore(.off, initialState: Counter.State()) { Counter() }

    await store.send(.factTapped)
    await store.receive(.factLoaded("0 is a number.")) {
      $0.isLoading = false
    }
  }
}
