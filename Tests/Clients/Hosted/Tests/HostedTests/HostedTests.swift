import Host
import FocusedTestStore
import Testing

/// The first store of the process reports the second copy of `Core`.
@Suite(.serialized) struct HostedTests {
  @Test(arguments: 1...2) func counting(_ number: Int) async {
    let store = TestStore(.off, initialState: Counter.State()) { Counter() }
    await store.send(.incrementTapped) { $0.count = 1 }
  }
}
