import Core

/// A store for a view under test. The test sets the state that the view shows, and reads the
/// actions that the view sends.
///
/// ```swift
/// let mock = MockStore<Profile.State, Profile.Action>(initialState: Profile.State())
/// let view = ProfileView(store: mock.store)
///
/// mock.setState { $0.name = "Blob" }
/// view.saveButtonTapped()
/// #expect(mock.actions == [.save])
/// ```
///
/// It runs no reducer and no effects. To test the view with the real feature, register a
/// ``TestInterceptor`` with a live store.
@MainActor
public final class MockStore<State, Action> {
  /// The store to pass to the view. Observation, scoping, and selectors work as in a live store.
  public let store: Store<State, Action>
  private let backing: MockBacking<State, Action>

  /// Creates a store whose state changes only when the test sets it.
  public init(initialState: State) {
    backing = MockBacking(initialState: initialState)
    store = Store(backing: backing)
  }

  /// The actions that the view has sent, through the store or through stores scoped from it.
  public var actions: [Action] { backing.stateChanges.map(\.action) }

  /// The actions that the view has sent, each with the state at that time.
  ///
  /// Because no reducer runs, `oldState` and `newState` are equal. Changes made by
  /// ``setState(_:)-(State)`` are not listed.
  public var stateChanges: [StateChange<State, Action>] { backing.stateChanges }

  /// Replaces the state, and notifies the views that observe a changed field.
  public func setState(_ state: State) {
    backing.state = state
  }

  /// Changes the state in place, and notifies the views that observe a changed field.
  ///
  /// - Throws: The error that `update` throws. The state is then unchanged.
  public func setState(_ update: (inout State) throws -> Void) rethrows {
    var state = backing.state
    try update(&state)
    setState(state)
  }

  /// Sets the value of a selector, independent of the state.
  ///
  /// Selectors derived from this one are computed from the value. Views that observe any of them are
  /// notified if their values change.
  ///
  /// - Parameters:
  ///   - selector: The selector to override.
  ///   - value: The selector's value until ``resetSelectors()`` is called.
  public func overrideSelector<Value>(_ selector: StateSelector<State, Value>, value: Value) {
    store.selections.override(selector, with: value)
    backing.notify()
  }

  /// Removes all overrides, so that selectors are computed from the state again.
  public func resetSelectors() {
    store.selections.removeOverrides()
    backing.notify()
  }
}

/// A ``MockStore`` for the state and action of a reducer: `MockStoreOf<Profile>`.
public typealias MockStoreOf<R: Reducer> = MockStore<R.State, R.Action>

/// The backing of a mock store: its state is set by the test, and the actions sent to it are recorded.
@MainActor
final class MockBacking<State, Action>: StoreBacking {
  var state: State {
    didSet { notify() }
  }
  private(set) var stateChanges: [StateChange<State, Action>] = []
  private let observation = StateObservation<State>()
  var interceptors: [any Interceptor<State, Action>] = []
  /// Calls the interceptors for one action at a time.
  private let host = MainActorHost()

  init(initialState: State) {
    state = initialState
  }

  func notify() {
    observation.notify(of: state)
  }

  func access<Value>(_ part: StatePart<State, Value>) {
    observation.access(part, of: state)
  }

  func send(_ action: Action, didReduce: ((State, State) -> Void)?) -> StoreTask {
    let state = state
    stateChanges.append(StateChange(action: action, oldState: state, newState: state))
    host.perform { [self] in
      didReduce?(state, state)
      for interceptor in interceptors {
        interceptor.didDispatch(action, from: state, to: state)
      }
    }
    return StoreTask(nil)
  }

  func follow(
    _ token: Identity, in list: ObservedList<State>?, _ update: @escaping @MainActor () -> Void
  ) {
    observation.follow(token, in: list, update)
  }
}
