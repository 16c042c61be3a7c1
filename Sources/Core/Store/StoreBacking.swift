/// The part of a ``Store`` that differs between kinds of stores: a runtime, a view of another store, or a mock.
@MainActor
package protocol StoreBacking<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  /// The current state, without registering an observation.
  var state: State { get }

  /// Whether the state is current, rather than the last state of a removed part.
  var isStateThere: Bool { get }

  /// The values that the store's selectors have computed.
  var selections: Selections<State> { get }

  /// Reads a part of the state without copying the rest.
  func read<Value>(_ value: (State) -> Value) -> Value

  /// Registers an access to a part, whose observers are notified when it changes.
  func access<Value>(_ part: StatePart<State, Value>)

  /// Reduces an action, then calls `didReduce` with the states before and after it.
  func send(_ action: Action, didReduce: ((State, State) -> Void)?) -> StoreTask

  func register(interceptor: some Interceptor<State, Action>)

  /// Adds an object that is notified after every state change. The reference to the object is weak.
  func add(follower: any StateFollower)
}

extension StoreBacking {
  package var isStateThere: Bool { true }
}

/// An object called after every state change.
@MainActor
package protocol StateFollower: AnyObject {
  func stateDidChange()
}

/// The followers of a store.
package struct StateFollowers {
  private struct Follower {
    weak var reference: (any StateFollower)?
  }

  private var followers: [Follower] = []
  private var sweepThreshold = 32

  package init() {}

  package mutating func add(_ follower: any StateFollower) {
    followers.append(Follower(reference: follower))
    guard followers.count > sweepThreshold else { return }
    // The cleanup doesn't run at each addition, because every row of a long list adds an object.
    followers.removeAll { $0.reference == nil }
    sweepThreshold = max(32, 2 * followers.count)
  }

  @MainActor
  package func notify() {
    for follower in followers { follower.reference?.stateDidChange() }
  }
}
