import Core

/// A store for a view under test: the test decides what it shows, and sees what it sends.
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
/// No reducer runs, and so no effects either. To check how the real feature reacts, register a
/// ``TestInterceptor`` with a live store.
@MainActor
public final class MockStore<State, Action> {
  /// The store to hand to the view. Observation, scoping and selectors work as in a live store.
  public let store: Store<State, Action>
  private let backing: MockBacking<State, Action>

  /// Makes a store that stands still.
  public init(initialState: State) {
    backing = MockBacking(initialState: initialState)
    store = Store(backing: backing)
  }

  /// What the view has sent, through the store or through stores scoped from it.
  public var actions: [Action] { backing.stateChanges.map(\.action) }

  /// What the view has sent, each with the state that it found.
  ///
  /// As no reducer runs, `oldState` and `newState` are alike. What ``setState(_:)-(State)`` does is
  /// not listed: the test knows it already.
  public var stateChanges: [StateChange<State, Action>] { backing.stateChanges }

  /// Shows another state; views that observe what has changed are told.
  public func setState(_ state: State) {
    backing.change { $0 = state }
  }

  /// Changes the state in place; views that observe what has changed are told.
  ///
  /// - Throws: What `update` throws. The state is then left as it was.
  public func setState(_ update: (inout State) throws -> Void) rethrows {
    var state = backing.state
    try update(&state)
    setState(state)
  }

  /// Lets a selector have a value that the state need not lead to.
  ///
  /// Selectors that are made of this one are computed from the value; views that observe any of them
  /// are told when what they show changes.
  public func overrideSelector<Value>(_ selector: StateSelector<State, Value>, value: Value) {
    backing.selections.override(selector, with: value)
    backing.notify()
  }

  /// Lets all selectors go by the state again.
  public func resetSelectors() {
    backing.selections.removeOverrides()
    backing.notify()
  }
}

/// A ``MockStore`` for the state and action of a reducer: `MockStoreOf<Profile>`.
public typealias MockStoreOf<R: Reducer> = MockStore<R.State, R.Action>
