import Core
import Dispatch

/// The executor of one effect's task and of its child tasks.
///
/// A lane per effect shows the scheduler to which effect a job belongs. The scheduler chooses between effects,
/// names an effect that never becomes idle, and determines whether an effect is parked.
package final class ExecutorLane: EffectLane, TaskExecutor {
  package let origin: EffectOrigin
  let scheduler: EffectScheduler
  private let token = TaskToken.retained()
  private let activity: Lock<LaneActivity>

  init(origin: EffectOrigin, scheduler: EffectScheduler) {
    self.origin = origin
    self.scheduler = scheduler
    activity = Lock(LaneActivity(token: token))
  }

  deinit {
    token.release()
  }

  /// The lane of the effect whose work the current task does, if a test drives that effect.
  static var current: ExecutorLane? { RunningEffect.current?.lane as? ExecutorLane }

  package func start(
    priority: TaskPriority?,
    _ operation: nonisolated(nonsending) @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    activity.withLock { $0.willStartOperation() }
    // The call that drains the scheduler reports the effect's issues, in the context of the test that runs then.
    // The task inherits the reporter.
    return Issues.$reporter.withValue(scheduler.issues) {
      TaskToken.withToken(token) {
        Task(executorPreference: self, priority: priority) {
          await operation()
          self.operationEnded()
        }
      }
    }
  }

  /// Called in the task of an operation.
  private func operationEnded() {
    let (task, effect) = (currentTaskIdentity(), RunningEffect.current)
    if activity.withLock({ $0.operationEnded(task, of: effect) }) {
      scheduler.effectLeftTasks(in: self)
    }
  }

  // MARK: - Sending

  nonisolated(nonsending) package func perform(isLast: Bool, _ work: ConfinedWork) async {
    var goesOn = true
    if scheduler.issues.isReducing {
      // The reducer has started this task with `Task.immediate`, and is still changing the state.
      await sendExternally(work)
    } else if scheduler.isRunningOnThisThread {
      // Code in a running job is already on the right thread. In production, work that the job has started may run
      // first.
      if !isLast, scheduler.isChoosing {
        if isOnlyAtActor(#isolation) {
          scheduler.note(.dependsOnExternalWork, in: self)
        } else {
          await makeWay(onlyForNews: true)
        }
      }
      if !isLast { noteAct() }
      goesOn = performHere(work)
      if goesOn, !isLast, scheduler.isChoosing { await makeWay() }
    } else if let isAllowed = performOnMainActor(work, from: #isolation) {
      goesOn = isAllowed
    } else {
      await sendExternally(work)
    }
    if goesOn { return }
    // The effect sends endlessly without suspending. Its task is never resumed, which is the only
    // way to free the thread. The leaked task is the price.
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }

  /// Whether an unstructured task runs here only because an effect has used its actor. On another thread, the actor would
  /// do nothing else before it sends.
  private func isOnlyAtActor(_ isolation: (any Actor)?) -> Bool {
    isolation != nil && withUnsafeCurrentTask { $0?.unownedTaskExecutor == nil }
  }

  package func noteAct() {
    scheduler.note(.acted, in: self)
  }

  /// Runs other tasks first if the scheduler's policy chooses so. In production, other tasks may run at each
  /// suspension.
  ///
  /// - Parameter onlyForNews: Whether to consult the policy only if the running job has made another one ready since
  ///   the latest choice.
  nonisolated(nonsending) func makeWay(onlyForNews: Bool = false) async {
    if scheduler.isRunningOnThisThread, scheduler.makesWay(for: self, onlyForNews: onlyForNews) {
      await Task.yield()
    }
  }

  /// Runs the work and the actions that it sends synchronously. Returns whether the sender may continue.
  private func performHere(_ work: ConfinedWork) -> Bool {
    // After the end of the store, the work finds a closed runtime, or none.
    guard scheduler.admitsDelivery(from: self) else { return false }
    work.perform(Task.isCancelled)
    scheduler.runDeliveries(for: self)
    return !isEvicted
  }

  /// Does the work of main-actor code in place. Returns whether the sender may continue, or `nil` if the work must run
  /// elsewhere.
  private func performOnMainActor(
    _ work: ConfinedWork, from isolation: (any Actor)?
  ) -> Bool? {
    guard isolation === MainActor.shared, !isEvicted else { return nil }
    if scheduler.isChoosing { scheduler.note(.dependsOnExternalWork, in: self) }
    var goesOn = true
    let isDone = scheduler.performOnMainActor(for: self) {
      Issues.$reporter.withValue(scheduler.issues) { goesOn = performHere(work) }
    }
    return isDone ? goesOn : nil
  }

  /// Lets the scheduler run the work while the task stays on its executor.
  ///
  /// It awaits no closure, because that would enter another executor first. The task of an effect resumes
  /// through its lane. Any other task resumes through the global executor, and then on its own actor.
  nonisolated(nonsending) private func sendExternally(_ work: ConfinedWork) async {
    let driver = ExecutorLane.current?.scheduler
    // A test may call closures that its effects have passed to it.
    let isOfTest = scheduler.isDriven(by: currentTaskIdentity())
    let returnsByItself = (driver == nil || driver === scheduler) && !isOfTest
    let send = withUnsafeCurrentTask {
      ExternalSend(work: work, task: $0, on: #isolation, returnsByItself: returnsByItself)
    }
    // Enqueue before the first suspension. The runtime may requeue the suspended task on its actor, behind earlier
    // calls of the actor that would then overtake it.
    enqueue(.externalSend(send), isInside: false)
    if isOfTest { await scheduler.settle() }
    guard await send.hasPerformed(), returnsByItself else { return }
    let areAllBack = activity.withLock { activity in
      activity.returningSenders -= 1
      return activity.returningSenders == 0
    }
    if areAllBack { scheduler.events.fire() }
  }

  /// Does the work of an external sender, and resumes it.
  func receive(_ send: ExternalSend) {
    if scheduler.isChoosing { scheduler.note(.ran(task: send.sender), in: self) }
    Issues.$reporter.withValue(scheduler.issues) {
      send.perform()
      scheduler.runDeliveries(for: self)
    }
    if send.returnsByItself { activity.withLock { $0.returningSenders += 1 } }
    send.end(hasPerformed: true)
  }

  package func effectCannotSend() {
    let couldSend = activity.withLock { activity in
      defer { activity.canSend = false }
      return activity.canSend
    }
    guard couldSend else { return }
    if isActive { scheduler.note(.wasCancelled, in: self) }
    scheduler.sourceEnded(in: self)
  }

  /// Whether a sender whose action was reduced has not yet resumed on its own executor.
  var hasReturningSenders: Bool { activity.withLock { $0.returningSenders > 0 } }

  // MARK: - Running jobs

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isInside = scheduler.isRunningOnThisThread
    activity.withLock { $0.enqueued(job, by: currentTaskIdentity(), isInside: isInside) }
    enqueue(.job(job), isInside: isInside)
  }

  private func enqueue(_ work: EffectScheduler.LaneWork.Kind, isInside: Bool) {
    if isEvicted {
      runEvicted(work)
    } else if !scheduler.enqueue(.init(kind: work, lane: self), isInside: isInside) {
      work.runElsewhere()
    }
  }

  /// The job as a task that a scheduling policy can choose.
  func readyTask(of job: UnownedJob) -> ReadyTask {
    let (task, isAtActor) = activity.withLock {
      $0.readyTask(of: job, by: currentTaskIdentity(), inLane: origin.id)
    }
    if isAtActor { noteAct() }
    return task
  }

  /// Whether a job of the effect has run. Recorded only for a scheduling policy.
  var hasRun: Bool { activity.withLock { $0.hasRun } }

  /// The current task, for a scheduling policy. `nil` without a policy.
  var choosableTask: ReadyTask? {
    guard scheduler.isChoosing else { return nil }
    let task = currentTaskIdentity()
    return ReadyTask(
      lane: origin.id, id: task, isPart: activity.withLock { !$0.isAlone(task) })
  }

  func run(_ job: UnownedJob) {
    scheduler.note(.ran(task: job.identity), in: self)
    activity.withLock { $0.willRun(job) }
    job.runSynchronously(on: asUnownedTaskExecutor())
    let hasEnteredActor = activity.withLock { $0.didRun() }
    // Other effects that use the actor may depend on its work.
    if hasEnteredActor { noteAct() }
  }

  private var isEvicted: Bool { activity.withLock { $0.isEvicted } }

  /// Removes the effect from the store's queue permanently, because it never becomes idle.
  func evict() {
    activity.withLock { $0.isEvicted = true }
  }

  /// Runs work of an effect that never becomes idle on the global executor, after a millisecond. For the effect's own
  /// jobs, the delay doubles each time.
  ///
  /// If the work were dropped, an actor that the effect was using would stay locked for the rest of the process. If it
  /// ran without a delay, it would occupy a thread forever.
  func runEvicted(_ work: EffectScheduler.LaneWork.Kind) {
    let delay = activity.withLock { $0.nextDelayAfterEviction(of: work) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(delay)) {
      work.runElsewhere()
    }
  }

  // MARK: - Parking

  package func park(_ parking: Parking) {
    let effect = RunningEffect.current
    scheduler.waits?.didPark(origin, parking)
    let isExternal = withUnsafeCurrentTask { task in
      activity.withLock { $0.park(parking, task, of: effect) }
    }
    if isExternal { scheduler.effectLeftTasks(in: self) }
  }

  package func unpark(_ id: Parking.ID) {
    if let waits = scheduler.waits, let parking = parkings.first(where: { $0.id == id }) {
      waits.didUnpark(origin, parking.cause)
    }
    activity.withLock { $0.unpark(id) }
    scheduler.noteActivity(in: self)
  }

  /// The effect, if it ended before tasks that it started.
  var endedEffect: RunningEffect? { activity.withLock { $0.hasLeftTasks ? $0.effect : nil } }

  /// Whether the effect has ended, and all tasks that it started wait for the test.
  var isLeftParked: Bool { activity.withLock { $0.isLeftParked } }

  package var runningTasks: Int { activity.withLock { $0.runningTasks } }

  package var isParked: Bool { activity.withLock { $0.isParked } }

  /// Whether an operation of the effect has started and not yet ended.
  var isActive: Bool { activity.withLock { $0.operations > 0 } }

  /// Whether external work may let the effect continue or send.
  var mayComeBack: Bool { activity.withLock { $0.mayComeBack } }

  package var parkings: [Parking] { activity.withLock { $0.parkings } }
}
