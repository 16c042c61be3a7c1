import Core
import FocusedTestStore
import Testing

/// The live store, the mock store, and the interceptor, each with an `Equatable` state and with a state that isn't
/// `Equatable`. Each passing assertion has a twin that fails.
@MainActor
struct S27_OtherStoresTests {
  private struct Plain: Equatable {
    var count = 0
    var title = ""
  }

  private enum Action { case add, retitle(String) }

  /// A state with the members that each test observes.
  private struct Subject<State> {
    typealias Path<Value> = any WritableKeyPath<State, Value> & Sendable

    let state: State
    let count: Path<Int>
    let title: Path<String>

    @MainActor
    func makeStore() -> Core.Store<State, Action> {
      Core.Store(initialState: state) { [count, title] in
        Reduce<State, Action> { state, action in
          switch action {
          case .add: state[keyPath: count] += 1
          case .retitle(let text): state[keyPath: title] = text
          }
          return .none
        }
      }
    }
  }

  private let plain = Subject(state: Plain(), count: \.count, title: \.title)
  private let upload = Subject(state: Upload.State(), count: \.count, title: \.header.title)

  // MARK: - The live store

  @Test func `a member notifies if it changed, and only then`() {
    func check<State>(_ subject: Subject<State>) {
      let store = subject.makeStore()
      let watcher = LiveStoreTests.Watcher { _ = store[dynamicMember: subject.count] }
      store.send(.add)
      claimEqual(store.state[keyPath: subject.count], 1)
      claimEqual(watcher.fired, 1)
      store.send(.retitle("T"))
      claimEqual(watcher.fired, 1)
    }
    check(plain)
    check(upload)
  }

  @Test func `a state or member without equality notifies at each action`() {
    let store = plain.makeStore()
    let watcher = LiveStoreTests.Watcher { _ = store.state }
    store.send(.retitle(""))
    claimEqual(watcher.fired, 0)
    store.send(.add)
    claimEqual(watcher.fired, 1)

    let other = upload.makeStore()
    let state = LiveStoreTests.Watcher { _ = other.state }
    let rows = LiveStoreTests.Watcher { _ = other.rows }
    other.send(.retitle(""))
    claimEqual([state.fired, rows.fired], [1, 1])
  }

  @Test func `a selector computes again if an input changed, and only then`() {
    func check<State>(_ subject: Subject<State>) {
      let store = subject.makeStore()
      let calls = LiveStoreTests.Calls()
      let count = StateSelector(StateSelector<State, Int>(subject.count)) { calls.note("\($0)") }
      let watcher = LiveStoreTests.Watcher { _ = store.select(count) }
      store.send(.retitle("T"))
      claimEqual(store.select(count), "0")
      claimEqual([calls.count, watcher.fired], [1, 0])
      store.send(.add)
      claimEqual(store.select(count), "1")
      claimEqual([calls.count, watcher.fired], [2, 1])
    }
    check(plain)
    check(upload)
  }

  @Test func `a selector computes an input without equality each time`() {
    let calls = LiveStoreTests.Calls()
    let plainState = StateSelector(StateSelector<Plain, Plain>(\.self)) { calls.note($0.title) }
    let store = plain.makeStore()
    for _ in 0..<2 { claimEqual(store.select(plainState), "") }
    claimEqual(calls.count, 1)

    let rows = StateSelector(StateSelector<Upload.State, IdentifiedArrayOf<Upload.Row>>(\.rows)) {
      calls.note("\($0.count)")
    }
    let other = upload.makeStore()
    for _ in 0..<2 { claimEqual(other.select(rows), "2") }
    claimEqual(calls.count, 3)
  }

  // MARK: - Doubles

  @Test func `a mock store notifies of what the test sets, and records what the view sends`() {
    func check<State>(_ subject: Subject<State>) {
      let mock = MockStore<State, Action>(initialState: subject.state)
      let watcher = LiveStoreTests.Watcher { _ = mock.store[dynamicMember: subject.count] }
      mock.setState { $0[keyPath: subject.title] = "T" }
      claimEqual(watcher.fired, 0)
      mock.setState { $0[keyPath: subject.count] = 3 }
      claimEqual(watcher.fired, 1)
      claimEqual(mock.store.state[keyPath: subject.count], 3)
      claimEqual(mock.actions.count, 0)
      mock.store.send(.add)
      claimEqual(mock.actions.count, 1)
      claimEqual(mock.stateChanges.map { $0.newState[keyPath: subject.count] }, [3])
    }
    check(plain)
    check(upload)
  }

  @Test func `an overridden selector notifies of its value`() {
    func check<State>(_ subject: Subject<State>) {
      let mock = MockStore<State, Action>(initialState: subject.state)
      let count = StateSelector<State, Int>(subject.count)
      let watcher = LiveStoreTests.Watcher { _ = mock.store.select(count) }
      mock.overrideSelector(count, value: 0)
      claimEqual(watcher.fired, 0)
      mock.overrideSelector(count, value: 7)
      claimEqual([watcher.fired, mock.store.select(count)], [1, 7])
    }
    check(plain)
    check(upload)
  }

  @Test func `an interceptor records states, and reports actions that do not arrive`() async {
    func check<State>(_ subject: Subject<State>) async {
      let store = subject.makeStore()
      let interceptor = TestInterceptor<State, Action>()
      store.register(interceptor: interceptor)
      store.send(.add)
      store.send(.add)
      let states = interceptor.stateChanges.map {
        [$0.oldState[keyPath: subject.count], $0.newState[keyPath: subject.count]]
      }
      claimEqual(states, [[0, 1], [1, 2]])
      await interceptor.wait(for: 2, timeout: .zero)
      await claimOneIssue(naming: "Expected 3 actions to be dispatched, but only 2 arrived") {
        await interceptor.wait(for: 3, timeout: .zero); return #line
      }
    }
    await check(plain)
    await check(upload)
  }
}
