import Counter
import FocusedTestStore
import Testing

@Test func incrementing() async {
  let store = TestStore(.off, initialState: Counter.State()) { Counter() }

  await store.send(.incrementTapped) {
    $0.count = 1
  }
}
