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
  private let backing: LiveBacking<State, Action>
  private let interceptor = TestInterceptor<State, Action>()

  /// Creates a store whose state changes only when the test sets it.
  public init(initialState: State) {
    backing = LiveBacking(
      initialState: initialState, reducer: EmptyReducer(), dependencies: .current)
    store = Store(backing: backing)
    store.register(interceptor: interceptor)
  }

  /// The actions that the view has sent, through the store or through stores scoped from it.
  public var actions: [Action] { interceptor.dispatchedActions }

  /// The actions that the view has sent, each with the state at that time.
  ///
  /// Because no reducer runs, `oldState` and `newState` are equal. Changes made by
  /// ``setState(_:)-(State)`` are not listed.
  public var stateChanges: [StateChange<State, Action>] { interceptor.stateChanges }

  /// Replaces the state, and notifies the views that observe a changed field.
  public func setState(_ state: State) {
    backing.show(state)
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
  ///   - value: The selector's value from now on.
  public func overrideSelector<Value>(_ selector: StateSelector<State, Value>, value: Value) {
    store.selections.override(selector, with: value)
    backing.show(backing.state)
  }
}

/// A ``MockStore`` for the state and action of a reducer: `MockStoreOf<Profile>`.
public typealias MockStoreOf<R: Reducer> = MockStore<R.State, R.Action>
