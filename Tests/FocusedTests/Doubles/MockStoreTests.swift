import FocusedTestStore
import Observation
import Testing

@MainActor
struct MockStoreTests {
  typealias State = LiveStoreTests.Counter.State
  typealias Action = LiveStoreTests.Counter.Action
  typealias Child = LiveStoreTests.Counter.Child
  typealias Watcher = LiveStoreTests.Watcher

  let mock = MockStore<State, Action>(initialState: State())

  @Test func `the view sees what the test sets`() {
    mock.setState(State(name: "Stern"))
    claimEqual(mock.store.name, "Stern")
    mock.setState { $0.count = 3 }
    claimEqual(mock.store.state, State(count: 3, name: "Stern"))
  }

  @Test func `a view that observes a member is told when the test changes it`() {
    let name = Watcher { [store = mock.store] in _ = store.name }
    let count = Watcher { [store = mock.store] in _ = store.count }
    mock.setState { $0.name = "Stern" }
    claimEqual(name.fired, 1)
    claimEqual(count.fired, 0)
  }

  @Test func `setting the current state notifies no observer`() {
    let whole = Watcher { [store = mock.store] in _ = store.state }
    mock.setState(State())
    claimEqual(whole.fired, 0)
  }

  @Test func `a throwing change leaves the state alone`() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try mock.setState {
        $0.count = 1
        throw Failure()
      }
    }
    claimEqual(mock.store.count, 0)
  }

  @Test func `what the view sends is written down, and changes nothing`() async {
    await mock.store.send(.increment).finish()
    mock.store.send(.setName("Stern"))
    claimEqual(mock.actions, [.increment, .setName("Stern")])
    claimEqual(mock.store.state, State())
  }

  @Test func `what the test sets is not written down`() {
    mock.setState(State(count: 1))
    mock.store.send(.increment)
    mock.setState { $0.count = 2 }
    mock.overrideSelector(Self.name, value: "Stern")
    #expect(
      mock.stateChanges == [
        StateChange(action: .increment, oldState: State(count: 1), newState: State(count: 1))
      ])
  }

  @Test func `what a child view sends arrives as the parent's action`() {
    mock.setState { $0.sheet = Child() }
    let child = mock.store.scope(state: \.sheet, action: { .sheet($0) })
    child?.send(.add(4))
    claimEqual(mock.actions, [.sheet(.add(4))])
  }

  @Test func `a child view sees and observes what the test sets`() throws {
    mock.setState { $0.sheet = Child() }
    let child = try #require(
      mock.store.scope(state: \.sheet, action: { .sheet($0) }))
    let value = Watcher { _ = child.value }
    mock.setState { $0.sheet?.value = 5 }
    claimEqual(value.fired, 1)
    mock.setState { $0.sheet = nil }
    claimEqual(child.value, 5)
  }

  @Test func `an override reaches selectors that are made of the overridden one`() {
    claimEqual(mock.store.select(Self.greeting), "Hello, Blob! (0)")
    mock.overrideSelector(Self.name, value: "Stern")
    claimEqual(mock.store.select(Self.greeting), "Hello, Stern! (0)")
    mock.setState { $0.count = 1 }
    claimEqual(mock.store.select(Self.greeting), "Hello, Stern! (1)")
  }

  @Test func `an override of a derived selector leaves those below alone`() {
    mock.overrideSelector(Self.greeting, value: "Silence")
    claimEqual(mock.store.select(Self.greeting), "Silence")
    claimEqual(mock.store.select(Self.name), "Blob")
  }

  @Test func `an override by nil is an override`() {
    mock.setState { $0.sheet = Child() }
    mock.overrideSelector(Self.child, value: nil)
    #expect(mock.store.select(Self.child) == nil)
  }

  @Test func `views are told when an override changes what they select, and only then`() {
    let greeting = Watcher { [store = mock.store] in _ = store.select(Self.greeting) }
    mock.overrideSelector(Self.name, value: "Blob")
    claimEqual(greeting.fired, 0)
    mock.overrideSelector(Self.name, value: "Stern")
    claimEqual(greeting.fired, 1)

    let again = Watcher { [store = mock.store] in _ = store.select(Self.greeting) }
    mock.overrideSelector(Self.name, value: "Blob")
    claimEqual(again.fired, 1)
  }

  @Test func `an override in one store is unknown to another`() {
    mock.overrideSelector(Self.name, value: "Stern")
    let other = MockStore<State, Action>(initialState: State())
    claimEqual(other.store.select(Self.name), "Blob")
  }

  @Test func `each interceptor hears of an action before those that another one sends`() {
    let interceptor = TestInterceptor<State, Action>()
    mock.store.register(
      interceptor: LiveStoreTests.AnyReaction<State, Action> { [mock] action in
        if action == .increment { mock.store.send(.setName("Stern")) }
      })
    mock.store.register(interceptor: interceptor)
    mock.setState { $0.count = 1 }
    mock.store.send(.increment)
    claimEqual(interceptor.dispatchedActions, [.increment, .setName("Stern")])
    claimEqual(mock.actions, [.increment, .setName("Stern")])
  }

  @Test func `a mock store leaves nothing behind`() {
    weak var weakStore: Store<State, Action>?
    weak var weakBacking: AnyObject?
    do {
      let mock = MockStore<State, Action>(initialState: State())
      weakStore = mock.store
      weakBacking = mock.store.backing
      _ = Watcher { [weak store = mock.store] in _ = store?.state }
      mock.setState { $0.count = 1 }
    }
    #expect(weakStore == nil)
    #expect(weakBacking == nil)
  }
}

// MARK: - Fixtures

extension MockStoreTests {
  static let name = StateSelector<State, String>(\.name)
  static let count = StateSelector<State, Int>(\.count)
  static let child = StateSelector<State, Child?>(\.sheet)
  static let greeting = StateSelector(name, count) { "Hello, \($0)! (\($1))" }
}
