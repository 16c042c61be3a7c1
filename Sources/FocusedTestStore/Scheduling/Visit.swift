import Core

/// An action on its way from code that runs elsewhere: on another actor, in an unstructured task, in
/// a callback.
struct Visit: Sendable {
  /// What the runtime does, told whether the sender has been cancelled.
  let work: @Sendable (_ isCancelled: Bool) -> Void
  /// The sender's task. Alive, because it waits for the visit; and whether a task is cancelled may be
  /// asked from anywhere.
  private nonisolated(unsafe) let task: UnsafeCurrentTask?
  /// Resumes the sender's task where it is, and tells it whether the work was done.
  let sender: UnsafeContinuation<Bool, Never>

  init(
    work: @escaping @Sendable (_ isCancelled: Bool) -> Void, task: UnsafeCurrentTask?,
    sender: UnsafeContinuation<Bool, Never>
  ) {
    self.work = work
    self.task = task
    self.sender = sender
  }

  var isCancelled: Bool { task?.isCancelled ?? false }
}

extension EffectScheduler.LaneWork.Kind {
  /// Runs a task's job on the global executor, or lets a sender go on with nothing done.
  func runElsewhere() {
    switch self {
    case .job(let job): globalConcurrentExecutor.enqueue(job)
    case .visit(let visit): visit.sender.resume(returning: false)
    }
  }
}
