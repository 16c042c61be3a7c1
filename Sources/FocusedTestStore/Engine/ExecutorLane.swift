import Core
import Dispatch

/// The executor of one effect: of its task, of the child tasks, and of the tasks that these start.
///
/// A lane per effect shows the scheduler to which effect a job belongs. The scheduler chooses between effects,
/// names an effect that never becomes idle, and determines whether an effect is parked.
package final class ExecutorLane: EffectLane, TaskExecutor {
  package let origin: EffectOrigin
  package let scheduler: EffectScheduler
  private let token = TaskToken.retained()
  private let tasks: Lock<OwnedTasks>

  init(origin: EffectOrigin, scheduler: EffectScheduler) {
    self.origin = origin
    self.scheduler = scheduler
    tasks = Lock(OwnedTasks(token: token))
  }

  deinit {
    token.release()
  }

  /// The lane of the effect whose work the current task does, if a test drives that effect.
  static var current: ExecutorLane? {
    // A detached task has no task-local values.
    RunningEffect.current?.lane as? ExecutorLane ?? JobRouter.shared.lane(of: CurrentTask.identity)
  }

  package func start(
    priority: TaskPriority?,
    _ operation: nonisolated(nonsending) @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    tasks.withLock { $0.willStartOperation() }
    // The call that drains the scheduler reports the effect's issues, in the context of the test that runs then.
    // The task inherits the reporter.
    let task = Issues.$reporter.withValue(scheduler.issues) {
      TaskToken.withToken(token) {
        Task(executorPreference: self, priority: priority) {
          await operation()
          self.operationEnded(in: CurrentTask.identity)
        }
      }
    }
    tasks.withLock { $0.markRoot(task.identity) }
    scheduler.ownWork?.didStartTask(task.identity)
    return task
  }

  package func startWithoutTask(_ work: () -> Void) {
    tasks.withLock { $0.willStartOperation() }
    Issues.$reporter.withValue(scheduler.issues) {
      TaskToken.withToken(token) {
        guard let store = scheduler.ownWork else { return work() }
        store.start(self, by: work)
      }
    }
  }

  package func endWithoutTask(_ finish: ConfinedWork) {
    performNow(
      ConfinedWork { [self] isCancelled in
        finish.perform(isCancelled)
        operationEnded(in: nil)
        // Tasks that the work has left can no longer send.
        effectCannotSend()
      })
  }

  package var hasTasks: Bool { tasks.withLock(\.hasWork) }

  /// Called at the end of an operation, in its task if it has one.
  private func operationEnded(in task: UInt?) {
    let effect = task == nil ? nil : RunningEffect.current
    let (ended, hasLeft) = tasks.withLock { $0.operationEnded(task, of: effect) }
    disown(ended)
    if hasLeft {
      leaveTasks()
    } else if !isActive {
      scheduler.removeLane(self)
    }
  }

  /// Records that tasks which the effect started may outlive it, or wait for the test.
  private func leaveTasks() {
    scheduler.addLane(self)
    scheduler.events.fire()
  }

  // MARK: - Sending

  nonisolated(nonsending) package func perform(isLast: Bool, _ work: ConfinedWork) async {
    guard reducingWork != nil else { return await sendExternally(work) }
    // In production, work that the running job has started may run first.
    if !isLast { await willAct() }
    guard let store = scheduler.ownWork, store.reduce(work, isCancelled: Task.isCancelled) else {
      // The store has ended, because the effect sends endlessly. The effect continues elsewhere.
      return await Self.pause()
    }
    if !isLast { await letOthersRun() }
  }

  package func performNow(_ work: ConfinedWork) {
    // The step that starts the effect ends first. The current task isn't the effect's.
    if scheduler.ownWork?.isStarting == true { return scheduler.schedule { work.perform(false) } }
    let isCancelled = Task.isCancelled
    guard let store = reducingWork else {
      let send = ExternalSend(work: ConfinedWork { _ in work.perform(isCancelled) })
      guard enqueue(.externalSend(send)) else { return }
      // The test causes the action. During a call of the store, for example in an assert closure, it waits.
      if !scheduler.runsCallingCode, scheduler.isDriven(by: CurrentTask.number) {
        scheduler.ifFree { $0.runAll() }
      }
      return
    }
    didAct()
    _ = store.reduce(work, isCancelled: isCancelled)
  }

  /// The store's work, if it runs the calling code, and no reduction is in progress.
  private var reducingWork: StoreWork? {
    // The reducer may have started the current task with `Task.immediate`, and is then still changing the state.
    scheduler.ownWork.flatMap { $0.reducedStep == nil ? $0 : nil }
  }

  /// Called before the current task does something that other effects can observe.
  nonisolated(nonsending) func willAct() async {
    guard let chooser = scheduler.chooser else { return }
    await chooser.letOthersRun(before: self, onlyIfNew: true)
    chooser.didAct(self)
  }

  /// Lets a chooser run other work before the current task continues.
  nonisolated(nonsending) func letOthersRun() async {
    await scheduler.chooser?.letOthersRun(before: self, onlyIfNew: false)
  }

  package func didAct() { scheduler.chooser?.didAct(self) }

  /// Lets the scheduler run the work while the task stays on its executor.
  nonisolated(nonsending) private func sendExternally(_ work: ConfinedWork) async {
    let actor = #isolation.map { UInt(bitPattern: ObjectIdentifier($0)) }
    var send = withUnsafeCurrentTask { task in
      ExternalSend(work: work, task: task, source: actor ?? task?.identity ?? 0)
    }
    if scheduler.isDriven(by: CurrentTask.number) {
      // A test may call closures that its effects have passed to it.
      return enqueue(.externalSend(send)) ? await scheduler.settle() : await Self.pause()
    }
    // Enqueues before the suspension. The runtime may requeue the suspended task on its actor, behind earlier
    // calls of the actor that would then overtake it.
    let isDone = await withUnsafeContinuation { sender in
      send.sender = sender
      if !enqueue(.externalSend(send)) { sender.resume(returning: false) }
    }
    if !isDone { await Self.pause() }
  }

  /// Suspends an effect that sends after the end of its store, because it may send endlessly.
  nonisolated(nonsending) private static func pause() async {
    // The other task isn't cancelled with the effect.
    await Task.detached { try? await Task.sleep(for: .milliseconds(10)) }.value
  }

  package func effectCannotSend() {
    let (couldSend, isActive) = tasks.withLock { ($0.cannotSend(), $0.operations > 0) }
    guard couldSend else { return }
    if isActive { scheduler.chooser?.didCancel(self) }
    scheduler.sourceEnded()
  }

  // MARK: - Jobs

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if accept(job, isMain: false) { return }
    // The store has ended. Without a delay, an effect that doesn't become idle would occupy a thread.
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10)) {
      globalConcurrentExecutor.enqueue(job)
    }
  }

  /// Adds a job of the effect to the store's queue. Returns `false` after the end of the store.
  func accept(_ job: UnownedJob, isMain: Bool) -> Bool {
    if scheduler.isOver { return false }
    let isNew = tasks.withLock { $0.insert(job, by: CurrentTask.identity) }
    if isNew { own(job.identity) }
    return enqueue(.job(job, isMain: isMain))
  }

  private func own(_ task: UInt) {
    JobRouter.shared.own(task, in: self)
    scheduler.addLane(self)
  }

  private func enqueue(_ work: LaneWork.Kind) -> Bool {
    scheduler.enqueue(LaneWork(kind: work, lane: self))
  }

  func run(_ job: UnownedJob, isMain: Bool) {
    // The memory of the job may be gone when it has run.
    let task = job.identity
    forget(tasks.withLock { $0.willRun(job) }.filter { state(of: $0) == .ended })
    // On the main actor's executor, a call of a nonisolated function leaves it, so it enqueues the task again. On another
    // thread, a call of a main-actor function would stay there.
    if isMain || (scheduler.runsAsInTCA && MainQueue.isCurrent) {
      job.runSynchronously(on: JobRouter.shared.asUnownedSerialExecutor())
    } else {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
    tasks.withLock { $0.jobEnded() }
    switch state(of: task) {
    case .ended: forget([task])
    // It may be back already, as an incoming job.
    case .enqueued(isOnCustomExecutor: false), .running, .yields:
      scheduler.ownWork?.noteLeave(of: task, in: self)
    default: break
    }
  }

  /// Removes a task if it has ended, in a turn of an actor or elsewhere.
  func forgetIfEnded(_ task: UInt) {
    if state(of: task) == .ended { forget([task]) }
  }

  /// Removes tasks that have ended.
  private func forget(_ ended: [UInt]) {
    if ended.isEmpty { return }
    // The tasks and the effect are released after the lock, because their release may run code of the app.
    let (members, effect, isEmpty) = tasks.withLock { tasks in
      (ended.compactMap { tasks.remove($0) }, tasks.takeEndedEffect(), !tasks.hasWork)
    }
    disown(members)
    if isEmpty { scheduler.removeLane(self) }
    // A call may wait for the end of the tasks.
    scheduler.events.fire()
    _ = consume effect
  }

  private func disown(_ members: [OwnedTasks.Member]) {
    JobRouter.shared.disown(members.map(\.identity))
  }

  /// Lets go of all tasks, at the end of the store.
  func releaseTasks() {
    let (members, effect) = tasks.withLock { $0.removeAll() }
    disown(members)
    _ = consume effect
  }

  // MARK: - Waits for the test

  func park(_ parking: Parking) {
    let task = CurrentTask.identity
    scheduler.waits?.on(.parked(origin, parking))
    // No hook shows a task that started on an actor, or as `Task.immediate`, before its first suspension.
    let isNew =
      scheduler.ownWork?.ownsCurrentTask == true
      && tasks.withLock { $0.insert(UnownedJob(identity: task), by: 0) }
    if isNew { own(task) }
    let effect = RunningEffect.current
    let isOwned = tasks.withLock { $0.park(parking, task: task, of: effect) }
    if !isOwned { leaveTasks() }
  }

  func unpark(_ id: Parking.ID) { tasks.withLock { $0.unpark(id) } }

  var parkings: [Parking] { tasks.withLock { $0.parkings } }

  // MARK: - What is known

  /// The state of one of the tasks. `nil` if it isn't one, or if the runtime's records can't be read.
  private func state(of task: UInt) -> TaskState? {
    // Another thread may release the task in between, with the memory that is read.
    guard let member = tasks.withLock({ $0.members[task] }) else { return nil }
    return withExtendedLifetime(member) { TaskState.of(task) }
  }

  /// The effect, if it ended before tasks that it started.
  var endedEffect: RunningEffect? { tasks.withLock { $0.leftEffect } }

  /// Whether the effect has ended, and all tasks that it started wait for the test.
  var isLeftParked: Bool { tasks.withLock { $0.leftEffect } != nil && isParked }

  var runningTasks: Int {
    let (started, unaccounted) = tasks.withLock { ($0.startedTasks, $0.unaccountedTasks) }
    return unaccounted + started.count { !isParked($0) }
  }

  var isParked: Bool {
    let (members, unaccounted) = tasks.withLock { (Array($0.members.keys), $0.unaccountedTasks) }
    guard unaccounted == 0, !members.isEmpty || !parkings.isEmpty else { return false }
    return members.allSatisfy { isParked($0) }
  }

  /// Whether a task waits for the test, or for other tasks that do.
  ///
  /// If it can't be known, the task counts as not parked. An unnecessary wait is better than a false failure.
  private func isParked(_ task: UInt, awaitedBy awaiting: Set<UInt> = []) -> Bool {
    if tasks.withLock({ $0.waitsForTest(task) }) { return true }
    switch state(of: task) {
    case .awaitsTask(let other) where !awaiting.contains(other):
      guard let lane = JobRouter.shared.lane(of: other), lane.scheduler === scheduler else {
        return false
      }
      return lane.isParked(other, awaitedBy: awaiting.union([task]))
    case .awaitsGroup: return tasks.withLock { $0.awaitsMembers(task) }
    default: return false
    }
  }

  /// Whether an operation of the effect has started and not yet ended.
  var isActive: Bool { tasks.withLock { $0.operations > 0 } }

  /// Whether a job of a task waits for its turn, or will do so without an external event.
  ///
  /// - Parameter elapsed: The time for which the store has waited for the task.
  func willComeBack(_ task: UInt, after elapsed: Duration = .zero) -> Bool {
    switch state(of: task) {
    case .running: elapsed < StoreWork.patienceWithRunningTask
    case .enqueued(isOnCustomExecutor: false), .yields: true
    default: false
    }
  }

  /// Whether a task may end without an event.
  var mayEndUnnoticed: Bool {
    let (members, unaccounted) = tasks.withLock { (Array($0.members.values), $0.unaccountedTasks) }
    return unaccounted > 0
      || members.contains { !$0.isRoot && [.running, nil].contains(state(of: $0.identity)) }
  }

  /// A task of the effect, as a chooser sees it.
  package func readyTask(_ task: UInt) -> ReadyTask {
    let isPart = tasks.withLock { $0.members.count > 1 && $0.members[task]?.isRoot != true }
    return ReadyTask(lane: origin.id, id: task, isPart: isPart)
  }
}

extension RunningEffect {
  /// The lane of an effect of a test store.
  var executor: ExecutorLane {
    guard let lane = lane as? ExecutorLane else {
      preconditionFailure("A test store's effect runs in its lane (was \(lane))")
    }
    return lane
  }
}
