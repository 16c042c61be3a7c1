import Core

/// An interceptor that records the actions that a live store reduces, and lets a test wait for
/// them.
///
/// ```swift
/// let interceptor = TestInterceptor<Profile.State, Profile.Action>()
/// store.register(interceptor: interceptor)
///
/// view.refreshButtonTapped()
/// await interceptor.wait(for: 2)
/// #expect(interceptor.dispatchedActions == [.refresh, .loaded("Blob")])
/// ```
@MainActor
public final class TestInterceptor<State, Action>: Interceptor {
  /// Every action since the interceptor was registered, in the order in which they were reduced,
  /// each with the states around it.
  public private(set) var stateChanges: [StateChange<State, Action>] = []
  private let arrivals = EventSignal()

  /// Creates an interceptor without recorded actions.
  public init() {}

  /// Every action since the interceptor was registered, in the order in which they were reduced.
  public var dispatchedActions: [Action] { stateChanges.map(\.action) }

  public func didDispatch(_ action: Action, from oldState: State, to newState: State) {
    stateChanges.append(StateChange(action: action, oldState: oldState, newState: newState))
    arrivals.fire()
  }

  /// Waits until a number of actions have been dispatched in total, including those before the
  /// call.
  ///
  /// Each action wakes the waiting test, so a timeout costs time only when the test fails. If too few actions arrive,
  /// the interceptor reports an issue with the arrived actions, at the line of the call. Cancelling the waiting task
  /// ends the wait without an issue.
  ///
  /// - Parameters:
  ///   - count: The number of actions, counted from when the interceptor was registered.
  ///   - timeout: The longest time to wait.
  public func wait(
    for count: Int,
    timeout: Duration = .seconds(10),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let deadline = ContinuousClock.Instant.now(plus: timeout)
    while stateChanges.count < count,
      await arrivals.wait(past: stateChanges.count, until: deadline)
    {}
    guard stateChanges.count < count, !Task.isCancelled else { return }
    Issues.report(
      FailureMessages.tooFewActions(expected: count, received: dispatchedActions, timeout: timeout),
      at: callSite)
  }
}

/// A ``TestInterceptor`` for the state and action of a reducer: `TestInterceptorOf<Profile>`.
public typealias TestInterceptorOf<R: Reducer> = TestInterceptor<R.State, R.Action>

/// An action that a store reduced, and the states before and after it.
public struct StateChange<State, Action> {
  /// The action.
  public let action: Action
  /// The state before the action was reduced.
  public let oldState: State
  /// The state after the action was reduced.
  public let newState: State

  /// Creates a record of one action.
  public init(action: Action, oldState: State, newState: State) {
    self.action = action
    self.oldState = oldState
    self.newState = newState
  }
}

extension StateChange: Equatable where State: Equatable, Action: Equatable {}
extension StateChange: Hashable where State: Hashable, Action: Hashable {}
extension StateChange: Sendable where State: Sendable, Action: Sendable {}
