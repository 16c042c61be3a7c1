import Core

/// An interceptor that writes down what a live store reduces, and lets a test wait for it.
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
  private var waiters: [Waiter] = []
  private var nextWaiterID = 0

  /// Makes an interceptor that has seen nothing.
  public init() {}

  /// Every action since the interceptor was registered, in the order in which they were reduced.
  public var dispatchedActions: [Action] { stateChanges.map(\.action) }

  public func didDispatch(_ action: Action, from oldState: State, to newState: State) {
    stateChanges.append(StateChange(action: action, oldState: oldState, newState: newState))
    resumeWaiters { $0.count <= stateChanges.count }
  }

  /// Returns when so many actions have been dispatched in all, those before the call included.
  ///
  /// It is woken by the action, so a timeout costs time only when the test fails. Too few actions
  /// are an issue at the line of the call, which lists those that arrived. It returns without one if
  /// the task that waits is cancelled.
  ///
  /// - `count`: How many actions to wait for, counted from when the interceptor was registered.
  /// - `timeout`: How long to wait at most.
  public func wait(
    for count: Int,
    timeout: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard stateChanges.count < count else { return }
    let id = nextWaiterID
    nextWaiterID += 1
    let timer = Task {
      try await Task.sleep(for: timeout)
      stopWaiting(id)
    }
    defer { timer.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiters.append(Waiter(id: id, count: count, continuation: continuation))
        if Task.isCancelled { stopWaiting(id) }
      }
    } onCancel: {
      Task { @MainActor in stopWaiting(id) }
    }
    guard stateChanges.count < count, !Task.isCancelled else { return }
    Issues.report(
      DoubleMessages.tooFewActions(
        expected: count, received: dispatchedActions.map { "\($0)" }, timeout: timeout),
      at: callSite)
  }

  private func stopWaiting(_ id: Int) {
    resumeWaiters { $0.id == id }
  }

  private func resumeWaiters(where isDone: (Waiter) -> Bool) {
    let done = waiters.filter(isDone)
    waiters.removeAll(where: isDone)
    for waiter in done { waiter.continuation.resume() }
  }

  private struct Waiter {
    let id: Int
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }
}

/// A ``TestInterceptor`` for the state and action of a reducer: `TestInterceptorOf<Profile>`.
public typealias TestInterceptorOf<R: Reducer> = TestInterceptor<R.State, R.Action>
