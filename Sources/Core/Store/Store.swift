import Observation

/// A running feature: it holds the state, reduces actions and runs effects.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) {
///   Counter()
/// }
/// store.send(.increment)
/// #expect(store.count == 1)
/// ```
///
/// A view that reads `store.count` is updated only when `count` changes. The store uses the
/// Observation framework, so `withObservationTracking` also works. For each observed member, an
/// action costs one comparison, or one notification if the member's type isn't `Equatable`. A member
/// of a row of an ``IdentifiedArray`` costs this only if the action changes the array. So if a row is a
/// struct that reads a member from an object, a change of only the object doesn't update its view. The
/// store keeps the last observed value, so an action that changes an observed collection copies it.
/// Other members cost nothing.
///
/// An action that is sent while another one is being reduced (by an observer, an interceptor or a
/// reducer) waits for its turn. When the last reference to a store is released, its effects are
/// cancelled.
@MainActor
@dynamicMemberLookup
public final class Store<State, Action> {
  package let backing: any StoreBacking<State, Action>
  /// The values that the store's selectors have computed.
  package let selections = Selections<State>()

  /// Creates a store whose effects run live.
  ///
  /// - Parameters:
  ///   - initialState: The initial state. The expression can read the store's dependencies.
  ///   - reducer: The feature's logic.
  ///   - prepare: Overrides dependencies for this store, including its effects.
  public convenience init(
    initialState: @autoclosure () -> State,
    reducer: () -> some Reducer<State, Action>,
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
  ) {
    var dependencies = DependencyValues.current
    dependencies.startOwnCache()
    dependencies.navigationPath = .root
    dependencies.prepare(prepare)
    self.init(
      backing: LiveBacking(
        initialState: dependencies.asCurrent { initialState() },
        reducer: dependencies.asCurrent { reducer() },
        dependencies: dependencies))
  }

  /// Creates a store for a list of reducers, which run from top to bottom.
  ///
  /// - Parameters:
  ///   - initialState: The initial state. The expression can read the store's dependencies.
  ///   - reducers: The feature's logic.
  ///   - prepare: Overrides dependencies for this store, including its effects.
  @_disfavoredOverload
  public convenience init<Reducers: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer reducers: () -> _ReducerList<Reducers>,
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
  ) {
    self.init(
      initialState: initialState(), reducer: { reducers().reducers }, withDependencies: prepare)
  }

  package init(backing: any StoreBacking<State, Action>) {
    self.backing = backing
  }

  /// The whole state now. Its observers are notified of every change.
  ///
  /// While one of the store's own reducers runs, this property and all other reads of the store return the
  /// state before the action, for example in a dependency that reads `store.count`. The store keeps that
  /// state during each action, so an action copies the collections that it changes.
  public var state: State {
    backing.access(.member(\.self))
    return backing.state
  }

  /// A member of the state. Its observers are notified when this member changes.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    backing.access(.member(keyPath))
    return backing.state[keyPath: keyPath]
  }

  /// Reduces an action, and starts its effects.
  ///
  /// When the method returns, the action has been reduced, and so have the actions that it sent with
  /// ``Effect/send(_:)``. Only an action that is sent during the reduction of another one is reduced later, in the
  /// order of sending.
  ///
  /// - Returns: A handle to all effects that follow from the action.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    backing.send(action, didReduce: nil)
  }

  /// Adds an interceptor, which is called for every action from now on.
  ///
  /// The store keeps the interceptor for as long as it lives.
  ///
  /// A scoped store calls its interceptors only for the actions that are sent through that scoped store. To observe the
  /// actions of effects, too, register the interceptor with the original store.
  public func register(interceptor: some Interceptor<State, Action>) {
    backing.interceptors.append(interceptor)
  }

  /// The value of a selector. Its observers are notified when this value changes.
  public func select<Value>(_ selector: StateSelector<State, Value>) -> Value {
    backing.access(.selection(selector, in: selections))
    return selections.value(of: selector, in: backing.state)
  }
}

/// A store can be used in SwiftUI's environment. Each member is observed when it is read.
extension Store: Observable {}

/// A store for the state and action of a reducer: `StoreOf<Counter>`.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

/// A handle to all effects that follow from one sent action.
///
/// It doesn't keep the store alive.
public struct StoreTask: Sendable {
  /// `nil` if the action starts no effects.
  private let group: EffectGroup?

  package init(_ group: EffectGroup?) {
    self.group = group
  }

  /// Waits until all effects have ended, without a time limit and without an assertion.
  ///
  /// If the waiting task is cancelled, the effects are cancelled too. So in SwiftUI,
  /// `.task { await store.send(.appeared).finish() }` cancels them when the view disappears.
  nonisolated(nonsending) public func finish() async {
    guard let group else { return }
    await withTaskCancellationHandler {
      await group.finished()
    } onCancel: {
      group.cancel()
    }
  }

  /// Cancels the effects. Actions that they would still have sent are dropped.
  public func cancel() {
    group?.cancel()
  }

  /// Whether the effects have been cancelled through this task. Always `false` if there were none.
  public var isCancelled: Bool { group?.isCancelled ?? false }
}

/// An object that observes every action that a store reduces: a logger, analytics, a test.
///
/// ```swift
/// struct Logger: Interceptor {
///   let log: @MainActor (String) -> Void
///
///   func didDispatch(
///     _ action: Profile.Action, from oldState: Profile.State, to newState: Profile.State
///   ) {
///     log("\(action): \(oldState.name) → \(newState.name)")
///   }
/// }
/// ```
///
/// ``Store/register(interceptor:)`` adds one to a store.
public protocol Interceptor<State, Action> {
  /// The state of the store.
  associatedtype State
  /// The actions of the store.
  associatedtype Action

  /// Called after an action has been reduced, whether a view or an effect sent it.
  ///
  /// The action's effects have already started. An action that is sent from this method is reduced after all
  /// interceptors have received the current one.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - oldState: The state before the action.
  ///   - newState: The state after the action, and before any actions that it sent.
  @MainActor
  func didDispatch(_ action: Action, from oldState: State, to newState: State)
}
