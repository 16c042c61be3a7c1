import FocusedTestStore
import Observation
import Testing

@MainActor
struct MockStoreTests {
  let mock = MockStore<State, Action>(initialState: State())

  @Test func `the view sees what the test sets`() {
    mock.setState(State(name: "Stern"))
    claimEqual(mock.store.name, "Stern")
    mock.setState { $0.count = 3 }
    claimEqual(mock.store.state, State(name: "Stern", count: 3))
  }

  @Test func `a view that observes a member is told when the test changes it`() {
    let name = fires { [store = mock.store] in _ = store.name }
    let count = fires { [store = mock.store] in _ = store.count }
    mock.setState { $0.name = "Stern" }
    #expect(name.value)
    #expect(!count.value)
  }

  @Test func `setting the current state notifies no observer`() {
    let whole = fires { [store = mock.store] in _ = store.state }
    mock.setState(State())
    #expect(!whole.value)
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
    await mock.store.send(.save).finish()
    mock.store.send(.rename("Stern"))
    claimEqual(mock.actions, [.save, .rename("Stern")])
    claimEqual(mock.store.state, State())
  }

  @Test func `what the test sets is not written down`() {
    mock.setState(State(count: 1))
    mock.store.send(.save)
    mock.setState { $0.count = 2 }
    mock.overrideSelector(Self.name, value: "Stern")
    #expect(
      mock.stateChanges == [
        StateChange(action: .save, oldState: State(count: 1), newState: State(count: 1))
      ])
  }

  @Test func `what a child view sends arrives as the parent's action`() {
    mock.setState { $0.child = Child() }
    let child = mock.store.scope(state: \.child, action: { .child($0) })
    child?.send(4)
    claimEqual(mock.actions, [.child(4)])
  }

  @Test func `a child view sees and observes what the test sets`() throws {
    mock.setState { $0.child = Child() }
    let child = try #require(
      mock.store.scope(state: \.child, action: { (action: Int) in .child(action) }))
    let value = fires { _ = child.value }
    mock.setState { $0.child?.value = 5 }
    #expect(value.value)
    mock.setState { $0.child = nil }
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
    mock.setState { $0.child = Child() }
    mock.overrideSelector(Self.child, value: nil)
    #expect(mock.store.select(Self.child) == nil)
  }

  @Test func `without overrides selectors go by the state again`() {
    mock.overrideSelector(Self.name, value: "Stern")
    claimEqual(mock.store.select(Self.greeting), "Hello, Stern! (0)")
    mock.resetSelectors()
    claimEqual(mock.store.select(Self.greeting), "Hello, Blob! (0)")
  }

  @Test func `views are told when an override changes what they select, and only then`() {
    let greeting = fires { [store = mock.store] in _ = store.select(Self.greeting) }
    mock.overrideSelector(Self.name, value: "Blob")
    #expect(!greeting.value)
    mock.overrideSelector(Self.name, value: "Stern")
    #expect(greeting.value)

    let again = fires { [store = mock.store] in _ = store.select(Self.greeting) }
    mock.resetSelectors()
    #expect(again.value)
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
        if action == .save { mock.store.send(.rename("Stern")) }
      })
    mock.store.register(interceptor: interceptor)
    mock.setState { $0.count = 1 }
    mock.store.send(.save)
    claimEqual(interceptor.dispatchedActions, [.save, .rename("Stern")])
    claimEqual(mock.actions, [.save, .rename("Stern")])
  }

  @Test func `a mock store leaves nothing behind`() {
    weak var weakStore: Store<State, Action>?
    weak var weakBacking: AnyObject?
    do {
      let mock = MockStore<State, Action>(initialState: State())
      weakStore = mock.store
      weakBacking = mock.store.backing
      _ = fires { [weak store = mock.store] in _ = store?.state }
      mock.setState { $0.count = 1 }
    }
    #expect(weakStore == nil)
    #expect(weakBacking == nil)
  }
}

// MARK: - Fixtures

extension MockStoreTests {
  struct Child: Equatable {
    var value = 0
  }

  struct State: Equatable {
    var name = "Blob"
    var count = 0
    var child: Child?
  }

  enum Action: Equatable {
    case save
    case rename(String)
    case child(Int)
  }

  static let name = StateSelector<State, String>(\.name)
  static let count = StateSelector<State, Int>(\.count)
  static let child = StateSelector<State, Child?>(\.child)
  static let greeting = StateSelector(name, count) { "Hello, \($0)! (\($1))" }

  final class Flag {
    var value = false
  }

  func fires(_ read: () -> Void) -> Flag {
    let flag = RuntimeConfined(Flag())
    withObservationTracking(read) { flag.value.value = true }
    return flag.value
  }
}
