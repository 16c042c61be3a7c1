import Core
import FocusedTestStore
import Testing

/// The live store with a state that isn't `Equatable`. Each passing assertion has a twin that fails.
@MainActor
struct S27_OtherStoresTests {
  private let store = Core.Store(initialState: Upload.State()) { Upload() }

  @Test func `a member notifies if it changed, and only then`() {
    let watcher = LiveStoreTests.Watcher { [store] in _ = store.count }
    store.send(.add)
    claimEqual(store.state.count, 1)
    claimEqual(watcher.fired, 1)
    store.send(.retitle("T"))
    claimEqual(watcher.fired, 1)
  }

  @Test func `a state or member without equality notifies at each action`() {
    let state = LiveStoreTests.Watcher { [store] in _ = store.state }
    let rows = LiveStoreTests.Watcher { [store] in _ = store.rows }
    store.send(.retitle(""))
    claimEqual([state.fired, rows.fired], [1, 1])
  }

  @Test func `a selector computes again if an input changed, and only then`() {
    let calls = LiveStoreTests.Calls()
    let count = StateSelector(StateSelector<Upload.State, Int>(\.count)) { calls.note("\($0)") }
    let watcher = LiveStoreTests.Watcher { [store] in _ = store.select(count) }
    store.send(.retitle("T"))
    claimEqual(store.select(count), "0")
    claimEqual([calls.count, watcher.fired], [1, 0])
    store.send(.add)
    claimEqual(store.select(count), "1")
    claimEqual([calls.count, watcher.fired], [2, 1])
  }

  @Test func `a selector computes an input without equality each time`() {
    let calls = LiveStoreTests.Calls()
    let rows = StateSelector(StateSelector<Upload.State, IdentifiedArrayOf<Upload.Row>>(\.rows)) {
      calls.note("\($0.count)")
    }
    for _ in 0..<2 { claimEqual(store.select(rows), "2") }
    claimEqual(calls.count, 2)
  }
}
