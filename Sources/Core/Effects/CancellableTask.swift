/// A task that can be cancelled before it has started.
final class CancellableTask: Sendable {
  private struct State {
    /// The task, from when it is in hand until it is cancelled.
    var task: Task<Void, Never>?
    var isAttached = false
    var isCancelled = false
    var cancellation: EffectCancellation?
    /// The task's own code, if it waits for ``CancellableTask/attach(_:)``.
    var work: CheckedContinuation<Void, Never>?
  }

  private let state = Lock(State())

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// The cause that cancelled the task, if known.
  var cancellation: EffectCancellation? { state.withLock { $0.cancellation } }

  /// Takes over the task, once it has started.
  func attach(_ task: Task<Void, Never>) {
    let (isCancelled, work) = state.withLock { state in
      state.isAttached = true
      if !state.isCancelled { state.task = task }
      defer { state.work = nil }
      return (state.isCancelled, state.work)
    }
    if isCancelled { task.cancel() }
    work?.resume()
  }

  /// Waits until the task is stored, so that a later cancellation reaches its code at once.
  ///
  /// The task's code can run before ``attach(_:)`` stores the task. Await this first if the code may cancel
  /// itself: a cancellation that is only noted until then would come after what it should have prevented.
  nonisolated(nonsending) func attached() async {
    if state.withLock({ $0.isAttached }) { return }
    await withCheckedContinuation { continuation in
      let isAttached = state.withLock { state in
        if !state.isAttached { state.work = continuation }
        return state.isAttached
      }
      if isAttached { continuation.resume() }
    }
  }

  /// Cancels the task, now or as soon as it has started.
  ///
  /// - Parameters:
  ///   - cancellation: The cause that cancels it, if known. The first cancellation counts.
  ///   - willCancel: Called once the task counts as cancelled, and before its own code can
  ///     notice.
  /// - Returns: `true` if it had not been cancelled before.
  @discardableResult
  func cancel(by cancellation: EffectCancellation? = nil, willCancel: () -> Void = {}) -> Bool {
    let (task, isFirst) = state.withLock { state in
      let isFirst = !state.isCancelled
      if isFirst { state.cancellation = cancellation }
      state.isCancelled = true
      defer { state.task = nil }
      return (state.task, isFirst)
    }
    willCancel()
    task?.cancel()
    return isFirst
  }
}
