import Core

/// An action on its way from code that runs elsewhere: on another actor, in an unstructured task, in
/// a callback.
final class Visit: Sendable {
  private enum State {
    case pending
    case awaited(UnsafeContinuation<Bool, Never>)
    case over(hasPerformed: Bool)
  }

  /// What the runtime does, told whether the sender has been cancelled.
  private let work: ConfinedWork
  /// The sender's task. Alive, because it waits for the visit; and whether a task is cancelled may be
  /// asked from anywhere.
  private nonisolated(unsafe) let task: UnsafeCurrentTask?
  /// Whether the sender resumes without a test's help. An effect of another test store waits until that
  /// store is driven.
  let returnsByItself: Bool
  /// What sends: the actor whose code does, which keeps an order, or a task.
  let sender: UInt
  private let state = Lock(State.pending)

  init(
    work: ConfinedWork, task: UnsafeCurrentTask?, on actor: (any Actor)?, returnsByItself: Bool
  ) {
    self.work = work
    self.task = task
    self.returnsByItself = returnsByItself
    sender =
      actor.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? task.map(\.identity) ?? 0
  }

  func perform() {
    work.perform(task?.isCancelled ?? false)
  }

  /// Resumes the sender's task where it is, and tells it whether the work was done.
  func end(hasPerformed: Bool) {
    let sender = state.withLock { state -> UnsafeContinuation<Bool, Never>? in
      defer { state = .over(hasPerformed: hasPerformed) }
      if case .awaited(let sender) = state { return sender }
      return nil
    }
    sender?.resume(returning: hasPerformed)
  }

  /// Suspends the sender until the visit is over. Returns whether the work was done.
  nonisolated(nonsending) func hasPerformed() async -> Bool {
    await withUnsafeContinuation { continuation in
      let outcome = state.withLock { state -> Bool? in
        if case .over(let hasPerformed) = state { return hasPerformed }
        state = .awaited(continuation)
        return nil
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }
}

extension EffectScheduler.LaneWork.Kind {
  /// Runs a task's job on the global executor, or lets a sender go on with nothing done.
  func runElsewhere() {
    switch self {
    case .job(let job): globalConcurrentExecutor.enqueue(job)
    case .visit(let visit): visit.end(hasPerformed: false)
    }
  }
}
