import Core

/// The executor of one effect's task and of its child tasks.
///
/// Each effect has a lane of its own, so that the scheduler knows to which effect a job belongs: to
/// choose between effects, to name one that never rests, and to tell whether one is parked.
package final class ExecutorLane: EffectLane, TaskExecutor {
  package let origin: EffectOrigin
  package let scheduler: EffectScheduler
  private let activity = Lock(LaneActivity())

  init(origin: EffectOrigin, scheduler: EffectScheduler) {
    self.origin = origin
    self.scheduler = scheduler
  }

  package func start(
    priority: TaskPriority?, _ operation: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    activity.withLock { $0.operations += 1 }
    return Task(executorPreference: self, priority: priority) {
      // What the effect finds wrong is reported by whoever drains the scheduler, in the context of
      // the test that is running then.
      await Issues.$reporter.withValue(self.scheduler.issues) {
        await operation()
      }
      let task = currentTaskIdentity()
      self.activity.withLock { $0.operationEnded(task) }
    }
  }

  nonisolated(nonsending) package func perform(_ work: @escaping @Sendable () -> Void) async {
    // Code of a job that is being run is where it has to be already.
    if scheduler.isRunningOnThisThread {
      _ = await deliver(work)
      return
    }
    let task = currentTaskIdentity()
    let isVisitor = activity.withLock { !$0.knows(task) }
    let hasPerformed = await withTaskExecutorPreference(self) {
      await self.performHere(work)
    }
    if hasPerformed {
      let areAllBack = activity.withLock { activity in
        activity.returningSenders -= 1
        return activity.returningSenders == 0
      }
      if areAllBack { scheduler.senderReturned() }
    }
    // An unstructured task only comes to send; what it does between does not concern the lane.
    if isVisitor { activity.withLock { $0.forget(task) } }
  }

  /// Runs on the lane, because it is bound to no actor and the lane is the task's preference.
  @concurrent private func performHere(_ work: @Sendable () -> Void) async -> Bool {
    let hasPerformed = await deliver {
      // A detached task has lost the effect's reporter.
      Issues.$reporter.withValue(scheduler.issues, operation: work)
    }
    if hasPerformed { activity.withLock { $0.returningSenders += 1 } }
    return hasPerformed
  }

  /// Does the work unless the store is gone. Returns whether it did.
  nonisolated(nonsending) private func deliver(_ work: () -> Void) async -> Bool {
    switch scheduler.admitDelivery(from: self) {
    case .admitted:
      work()
      return true
    case .closed:
      return false
    case .runaway:
      // The effect sends without end and without ever suspending. Never resuming its task is the
      // only way to get the thread back, and it is worth the leak.
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      return false
    }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    activity.withLock { $0.enqueued(job) }
    scheduler.enqueue(job, in: self)
  }

  package func effectCannotSend() {
    let couldSend = activity.withLock { activity in
      defer { activity.canSend = false }
      return activity.canSend
    }
    if couldSend { scheduler.sourceEnded() }
  }

  /// Whether somebody who can send actions of the effect is still there, if only an unstructured
  /// task or a callback.
  var canSend: Bool { activity.withLock { $0.canSend } }

  /// Whether somebody's action has been reduced who is not yet back where they sent it from.
  var hasReturningSenders: Bool { activity.withLock { $0.returningSenders > 0 } }

  // MARK: - Parking

  /// Notes that the current task waits for something that only the test can bring about.
  ///
  /// An unstructured task says nothing about the effect that started it, so it does not count.
  package func park(_ parking: Parking) {
    let task = currentTaskIdentity()
    activity.withLock { activity in
      if activity.knows(task) { activity.parked[task, default: []].append(parking) }
    }
  }

  /// Notes that a task goes on, or has been cancelled.
  package func unpark(_ id: Parking.ID) {
    activity.withLock { $0.unpark(id) }
    scheduler.noteActivity(in: self)
  }

  /// Whether nothing but the test can wake the effect.
  package var isParked: Bool { activity.withLock { $0.isParked } }

  /// Whether an operation of the effect has started and not ended.
  package var isActive: Bool { activity.withLock { $0.operations > 0 } }

  /// What the effect's tasks are parked on.
  package var parkings: [Parking] {
    activity.withLock { $0.parked.values.flatMap { $0 }.sorted { $0.id.number < $1.id.number } }
  }
}

/// Something that a task waits for and only the test can bring about.
package struct Parking: Sendable {
  /// Who made the task wait, and which of its waits this is.
  package struct ID: Hashable, Sendable {
    private let source: ObjectIdentifier
    fileprivate let number: Int

    package init(_ number: Int, of source: AnyObject) {
      self.source = ObjectIdentifier(source)
      self.number = number
    }
  }

  package let id: ID
  /// What it is, for a message: `TestClock, until 1.0 seconds; now 0.5 seconds`.
  package let description: @Sendable () -> String

  package init(id: ID, description: @escaping @Sendable () -> String) {
    self.id = id
    self.description = description
  }
}

/// What is known of the tasks in a lane.
private struct LaneActivity {
  var operations = 0
  var canSend = true
  var returningSenders = 0
  var root: UInt?
  var children: Set<UInt> = []
  var parked: [UInt: [Parking]] = [:]

  mutating func enqueued(_ job: UnownedJob) {
    let task = job.identity
    if root == nil {
      root = task
    } else if !knows(task), !job.isTurnOfActor {
      children.insert(task)
    }
  }

  func knows(_ task: UInt) -> Bool {
    task == root || children.contains(task)
  }

  mutating func forget(_ task: UInt) {
    children.remove(task)
  }

  mutating func operationEnded(_ task: UInt) {
    operations -= 1
    forget(task)
  }

  mutating func unpark(_ id: Parking.ID) {
    for (task, parkings) in parked where parkings.contains(where: { $0.id == id }) {
      let rest = parkings.filter { $0.id != id }
      parked[task] = rest.isEmpty ? nil : rest
    }
  }

  /// Whether every task that could still do something waits for the test.
  ///
  /// A child that is not parked may have ended, or may wait for the outside world, a real request
  /// that races with a sleep, say. The runtime does not tell which, so the answer is no, and whoever
  /// asks waits for it. The root is taken to wait for its children when all of them are parked.
  var isParked: Bool {
    guard !parked.isEmpty else { return false }
    return children.allSatisfy { parked[$0] != nil }
  }
}

// The runtime gives a task no public identity that both an executor and the task's own code can
// see. Its address is one, and it is only ever compared, never dereferenced. Should an address be
// reused, two tasks of one lane count as one, which errs towards waiting no longer than needed.

extension UnownedJob {
  fileprivate var identity: UInt { unsafeBitCast(self, to: UInt.self) }

  /// Whether the job is no task's but an actor's, which then runs whatever has been asked of it.
  ///
  /// Tasks have a number and other jobs have none, which only the description tells. Should it ever
  /// say so in other words, the job counts as a task, and a `receive` of what cannot come waits for
  /// its timeout.
  fileprivate var isTurnOfActor: Bool { description.hasSuffix("(id: nil)") }
}

private func currentTaskIdentity() -> UInt {
  withUnsafeCurrentTask { task in
    task.map { unsafeBitCast($0, to: UInt.self) } ?? 0
  }
}
