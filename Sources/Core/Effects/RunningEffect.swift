/// One `.run` effect from the moment it starts: where it was written, what started it, and how to
/// cancel it.
package final class RunningEffect: Sendable {
  /// The effect whose work the current task does.
  @TaskLocal package static var current: RunningEffect?

  package let origin: EffectOrigin
  package let lane: any EffectLane
  let cancellations: CancellationRegistry
  private let lifecycle = Lock(Lifecycle.starting)

  private enum Lifecycle {
    case starting
    case running(Task<Void, Never>)
    case cancelled
  }

  init(origin: EffectOrigin, lane: any EffectLane, cancellations: CancellationRegistry) {
    self.origin = origin
    self.lane = lane
    self.cancellations = cancellations
  }

  /// Whether the effect has been cancelled as a whole; what it still sends is dropped.
  package var isCancelled: Bool {
    lifecycle.withLock { if case .cancelled = $0 { true } else { false } }
  }

  deinit {
    lane.effectCannotSend()
  }

  func attach(_ task: Task<Void, Never>) {
    let isCancelled = lifecycle.withLock { lifecycle in
      if case .cancelled = lifecycle { return true }
      lifecycle = .running(task)
      return false
    }
    if isCancelled { task.cancel() }
  }

  package func cancel() {
    let task = lifecycle.withLock { lifecycle -> Task<Void, Never>? in
      defer { lifecycle = .cancelled }
      if case .running(let task) = lifecycle { return task }
      return nil
    }
    lane.effectCannotSend()
    task?.cancel()
  }
}

/// Where an effect comes from: the line of its `.run`, and the step whose reduction returned it.
package struct EffectOrigin: Sendable {
  /// The effect's number in its runtime, in the order in which effects start.
  package let id: Int
  /// The line of the `.run` that describes the effect.
  package let callSite: CallSite
  /// The number of the step, sent or received, whose reduction returned the effect.
  package let step: Int
}

/// Where the jobs of one effect run, and how its actions get to the reducer.
package protocol EffectLane: AnyObject, Sendable {
  /// Starts a task for the effect's work.
  func start(
    priority: TaskPriority?, _ operation: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never>

  /// Runs `work` where the runtime runs reducers, or not at all once the runtime is closed.
  nonisolated(nonsending) func perform(_ work: @escaping @Sendable () -> Void) async

  /// The effect has been cancelled, or nobody is left who could send its actions. Called once or
  /// twice.
  func effectCannotSend()
}

extension EffectLane {
  package func effectCannotSend() {}
}
