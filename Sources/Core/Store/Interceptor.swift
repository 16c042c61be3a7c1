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
  /// The action's effects have started. An action that is sent from here is reduced once all
  /// interceptors have seen this one.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - oldState: The state before the action.
  ///   - newState: The state after the action, and before any that it sent.
  @MainActor
  func didDispatch(_ action: Action, from oldState: State, to newState: State)
}
