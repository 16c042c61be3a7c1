/// A task that can be cancelled before it has started.
final class CancellableTask: Sendable {
  private enum State {
    case starting
    case running(Task<Void, Never>)
    case cancelled
  }

  private let state = Lock(State.starting)

  var isCancelled: Bool {
    state.withLock { if case .cancelled = $0 { true } else { false } }
  }

  /// Takes over the task, once it has started.
  func attach(_ task: Task<Void, Never>) {
    let isCancelled = state.withLock { state in
      if case .cancelled = state { return true }
      state = .running(task)
      return false
    }
    if isCancelled { task.cancel() }
  }

  /// Cancels the task, now or as soon as it has started.
  ///
  /// - Parameter willCancel: Called once the task counts as cancelled, and before its own code can
  ///   notice.
  func cancel(willCancel: () -> Void = {}) {
    let task = state.withLock { state -> Task<Void, Never>? in
      defer { state = .cancelled }
      if case .running(let task) = state { return task }
      return nil
    }
    willCancel()
    task?.cancel()
  }
}
