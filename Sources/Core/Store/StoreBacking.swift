/// What a ``Store`` stands on: a runtime, another store, or a test's script.
///
/// The store is what views hold; everything that differs between kinds of stores is here.
@MainActor
package protocol StoreBacking<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  /// The state now, unobserved.
  var state: State { get }

  /// What the store's selectors have computed.
  var selections: Selections<State> { get }

  /// A part of the state now, without a copy of the rest.
  func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value

  /// Notes that somebody reads a part, and may want to be told when it changes.
  func access<Value>(_ part: StatePart<State, Value>)

  /// Has an action reduced, and `didReduce` called with the states before and after it.
  func send(_ action: Action, didReduce: ((State, State) -> Void)?) -> StoreTask

  func register(interceptor: some Interceptor<State, Action>)

  /// Has a follower told of each change. It is held weakly.
  func add(follower: any StateFollower)
}

/// Somebody who must look at the state after each change, observed or not.
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

  package init() {}

  package mutating func add(_ follower: any StateFollower) {
    followers.removeAll { $0.reference == nil }
    followers.append(Follower(reference: follower))
  }

  @MainActor
  package func notify() {
    for follower in followers { follower.reference?.stateDidChange() }
  }
}
