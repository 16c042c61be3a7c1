/// Somebody who is told of every action that a store reduces: a logger, analytics, a test.
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
/// A store is given one by ``Store/register(interceptor:)``.
public protocol Interceptor<State, Action> {
  /// The state of the store.
  associatedtype State
  /// What is sent to the store.
  associatedtype Action

  /// Called after an action has been reduced, whether a view or an effect sent it.
  ///
  /// The action's effects have been started. An action that is sent from here is reduced when this
  /// one is done with.
  @MainActor
  func didDispatch(_ action: Action, from oldState: State, to newState: State)
}
