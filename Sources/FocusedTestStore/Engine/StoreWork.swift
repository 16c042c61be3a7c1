import Core

/// The work of a store's effects. It runs inline, on the thread of the call that drains the store, in one order.
///
/// It isn't `Sendable`: only the holder of the turn reaches it, and the work that it runs. So reducers need no lock.
package final class StoreWork {
  package unowned var scheduler: EffectScheduler!
  private var queue: WorkQueue
  /// The runtime that the store serves.
  weak var runtime: (any EffectHostClient)?
  /// Adds to an issue the step that caused it.
  var explain: ((ReportedIssue, IssueCause) -> ReportedIssue)?
  /// Whether the store has had effects.
  var hasEffects = false

  /// The number of jobs and synchronous deliveries that may run before the store must become idle.
  var jobLimit = EffectScheduler.jobLimit
  /// The number of them since the store was last idle. A job that sends several actions counts once for each.
  private var jobCount = 0
  /// The lane of the running job.
  private(set) var runningLane: ExecutorLane?
  /// Whether code runs that starts an effect without a task of its own.
  private(set) var isStarting = false
  /// The step whose action is being reduced.
  var reducedStep: Int?
  /// Whether any work has run in this turn.
  private var hasRun = false
  /// The lowest number that a task can have which this work has created in this turn. `nil` before the first job.
  private var firstTask: UInt64?
  /// The tasks that have left the queue in this drain and may come back without an external event, in the order in which
  /// they left.
  private var absentTasks: [(task: UInt, lane: ExecutorLane)] = []

  init(chooser: (any WorkChooser)?) {
    queue = WorkQueue(chooser: chooser)
  }

  // MARK: - Draining

  /// Runs all work that needs no external event, or until the explorer sends an action.
  ///
  /// - Parameters:
  ///   - jobsPerHop: The largest number of jobs of one hop to the main actor, where the explorer doesn't act.
  ///   - userActs: Lets the explorer send an action. Returns whether it sent one, which ends the drain.
  /// - Returns: Whether the explorer sent an action.
  @discardableResult
  nonisolated(nonsending) package func drain(
    jobsPerHop: Int = .max, until userActs: () -> Bool = { false }
  ) async -> Bool {
    if scheduler.isOver { return false }
    beginDrain()
    // Most calls find no work, between which a user could act.
    if queue.isEmpty, absentTasks.isEmpty { return false }
    let isOnMainActor = MainQueue.isMainActor(#isolation)
    while true {
      switch runReady(onMainActor: isOnMainActor, until: userActs) {
      case .userActed: return true
      case .needsMainActor:
        let work = RuntimeConfined(self)
        await MainActor.run { _ = work.value.runReady(onMainActor: true, atMost: jobsPerHop) }
      case .hasRun:
        let absent = takeAbsentTasks()
        guard !absent.isEmpty, await comeBack(absent) else { return false }
      }
    }
  }

  /// Starts a drain, and accepts the incoming jobs.
  private func beginDrain() {
    jobCount = 0
    queue.accept(scheduler.inbox.takeAll())
    // Another library may have set a hook of its own since the last call.
    if hasEffects { Ownership.installHooks() }
  }

  /// Runs all ready work, then `last`, then all work that `last` made ready, for a caller that can't suspend.
  func runAll(then last: () -> Void = {}) {
    if scheduler.isOver { return }
    beginDrain()
    let isOnMainActor = MainQueue.isCurrent
    _ = runReady(onMainActor: isOnMainActor)
    flushIssues()
    asOwn(last)
    _ = runReady(onMainActor: isOnMainActor)
  }

  /// Why ``runReady(onMainActor:atMost:until:)`` returned.
  private enum Stop { case hasRun, needsMainActor, userActed }

  /// Runs all ready work, or until the explorer sends an action, without accepting incoming jobs.
  ///
  /// - Parameters:
  ///   - isOnMainActor: Whether main-actor jobs may run on this thread. Otherwise, the next one ends the call.
  ///   - limit: The largest number of jobs to run.
  private func runReady(
    onMainActor isOnMainActor: Bool, atMost limit: Int = .max,
    until userActs: () -> Bool = { false }
  ) -> Stop {
    asOwn {
      for _ in 0..<limit {
        if queue.hasDeliveries { runDeliveries() }
        if userActs() { return .userActed }
        guard let job = queue.next(allowsMain: isOnMainActor) else {
          return queue.isReady ? .needsMainActor : .hasRun
        }
        run(job)
      }
      return .hasRun
    }
  }

  private func run(_ job: LaneWork) {
    hasRun = true
    if firstTask == nil { firstTask = NumberedTask.next }
    let (outer, countBefore) = (runningLane, jobCount)
    runningLane = job.lane
    scheduler.watchJob(of: job.lane.origin)
    switch job.kind {
    case .job(let task, let isMain): job.lane.run(task, isMain: isMain)
    case .externalSend(let send):
      Issues.$reporter.withValue(scheduler.issues) { send.perform() }
      if queue.hasDeliveries { runDeliveries() }
      send.sender?.resume(returning: true)
    }
    scheduler.watchJob(of: nil)
    runningLane = outer
    if jobCount == countBefore { countJob(of: job.lane, continues: job.isExternalSend) }
  }

  /// Reduces the actions that were sent synchronously, before the effect that caused them continues.
  private func runDeliveries() {
    hasRun = true
    Issues.$reporter.withValue(scheduler.issues) {
      while let delivery = queue.nextDelivery() {
        delivery()
        countJob(of: runningLane, continues: runningLane != nil)
      }
    }
  }

  /// Counts a job, a delivery, or an action that an effect sends. One job can send many actions without a suspension. Ends
  /// the store if its effects don't become idle.
  private func countJob(of lane: ExecutorLane?, continues: Bool) {
    jobCount += 1
    if jobCount >= jobLimit { endAtLimit(whileRunning: lane, continues: continues) }
  }

  /// Whether the explorer may send an action: before each piece of work, but not between an action and the actions that
  /// its reduction sends.
  package var isBetweenSteps: Bool { queue.isReady && !queue.hasDeliveries }

  /// Returns whether any work has run in this turn, and prepares the next turn.
  func endTurn() -> Bool {
    defer { (hasRun, firstTask) = (false, nil) }
    return hasRun
  }

  /// Reports the issues of the effects and the reducer, as issues of the current task's test.
  func flushIssues() { scheduler.issues.flush(explaining: explain) }

  // MARK: - Ready work

  /// The work that runs on this thread.
  static var onThisThread: StoreWork? {
    ThreadValue.runningWork.pointer.map {
      Unmanaged<StoreWork>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Whether the calling code is part of this work.
  var isOnThisThread: Bool {
    ThreadValue.runningWork.pointer == Unmanaged.passUnretained(self).toOpaque()
  }

  /// Runs code of the test as a part of this work: jobs that it makes ready don't count as incoming.
  package func asOwn<R>(_ body: () -> R) -> R {
    let outer = ThreadValue.runningWork.pointer
    ThreadValue.runningWork.set(Unmanaged.passUnretained(self).toOpaque())
    defer { ThreadValue.runningWork.set(outer) }
    return body()
  }

  /// Adds a job that other work of the store has made ready.
  func append(_ job: LaneWork) { queue.append(job) }

  func append(delivery: @escaping () -> Void) { queue.append(delivery: delivery) }

  /// Does the work of an effect in the isolation of reducers. Returns `false` if the store has ended, for example because the
  /// effect sends endlessly.
  func reduce(_ work: ConfinedWork, isCancelled: Bool) -> Bool {
    if scheduler.isOver { return false }
    countJob(of: runningLane, continues: true)
    if scheduler.isOver { return false }
    work.perform(isCancelled)
    if queue.hasDeliveries { runDeliveries() }
    return true
  }

  // MARK: - Tasks

  /// The lowest number of the tasks that this work creates. Older tasks belong to the test, or to another one, and are only
  /// woken by the work.
  var fence: UInt64 { firstTask ?? .max }

  /// Runs code that starts an effect. The tasks that it creates belong to the effect, whichever task it runs in.
  func start(_ lane: ExecutorLane, by work: () -> Void) {
    if firstTask == nil { firstTask = NumberedTask.next }
    let outer = (runningLane, isStarting)
    (runningLane, isStarting) = (lane, true)
    work()
    (runningLane, isStarting) = outer
  }

  /// Whether this work has created the current task.
  var ownsCurrentTask: Bool { CurrentTask.number >= fence }

  /// Records that the runtime has created a task for an effect.
  func didStartTask(_ task: UInt) {
    if firstTask == nil { firstTask = UnownedJob(identity: task).taskNumber }
  }

  /// Takes a job that this work has made ready, if its task is new.
  func adopt(_ job: UnownedJob, isMain: Bool) -> Bool {
    let current = CurrentTask.identity
    let owner = isStarting ? nil : JobRouter.shared.lane(of: current)
    guard let lane = owner ?? runningLane, lane.scheduler === scheduler else { return false }
    if let number = job.taskNumber {
      // A task of the test can run in the store's turn of an actor that both use. A task that has ended creates none.
      guard number >= fence,
        isStarting || current != 0 && (owner != nil || CurrentTask.number >= fence)
      else { return false }
    }
    return lane.accept(job, isMain: isMain)
  }

  /// Records that a task continues outside the queue, for example in an actor that another task occupies.
  func noteLeave(of task: UInt, in lane: ExecutorLane) {
    absentTasks.removeAll { $0.task == task }
    absentTasks.append((task, lane))
  }

  /// The tasks that have left the queue in this drain and will come back without an external event, in the order in which
  /// they left.
  private func takeAbsentTasks() -> [(task: UInt, lane: ExecutorLane)] {
    if absentTasks.isEmpty { return [] }
    defer { absentTasks = [] }
    for (task, lane) in absentTasks { lane.forgetIfEnded(task) }
    return absentTasks.filter { $0.lane.willComeBack($0.task) }
  }

  /// Waits until tasks have come back from the runtime's queue, or need an external event. Then accepts their jobs, in the
  /// order in which the tasks left. Returns whether there are any.
  ///
  /// A task that yields in an actor, for example, comes back after one trip through the queue.
  nonisolated(nonsending) private func comeBack(
    _ tasks: [(task: UInt, lane: ExecutorLane)]
  ) async -> Bool {
    let events = scheduler.events
    let start = ContinuousClock.now
    while true {
      let elapsed = ContinuousClock.now - start
      let seen = events.count
      let arrived = scheduler.inbox.tasks
      // An actor's turn has no task. A task that is absent may continue in it.
      let areAllBack =
        arrived.contains(nil)
        || tasks.allSatisfy {
          arrived.contains($0.task) || !$0.lane.willComeBack($0.task, after: elapsed)
        }
      if areAllBack || elapsed > Self.patience {
        for (task, lane) in tasks where !arrived.contains(task) {
          lane.forgetIfEnded(task)
          if areAllBack, lane.willComeBack(task, after: elapsed) { noteLeave(of: task, in: lane) }
        }
        queue.accept(scheduler.inbox.takeAll(), inOrderOf: tasks.map(\.task))
        return areAllBack && !arrived.isEmpty
      }
      _ = await events.wait(past: seen, until: .now + Self.lookInterval, isCancellable: false)
    }
  }

  /// The longest wait of a drain for tasks in the runtime's queue, which can be long on a busy machine.
  private static let patience = Duration.seconds(60)
  /// The longest wait of a drain for a task that runs elsewhere. It may run for long on an executor of its own, which the
  /// store can't distinguish from the runtime's.
  static let patienceWithRunningTask = Duration.seconds(1)
  /// The time after which a drain looks at tasks that run elsewhere, because not every change is an event.
  private static let lookInterval = Duration.milliseconds(1)

  // MARK: - Waiting

  /// Waits until a condition is true. Events that may make it true wake the wait. Others hold the turn meanwhile.
  ///
  /// The holder has the turn again when this returns, so that no clock or stub drains between the condition and what
  /// follows from it.
  ///
  /// - Parameter couldHappen: Whether an event that the test doesn't cause could still make the condition true.
  nonisolated(nonsending) func wait(
    atMost timeout: Duration, couldHappen: () -> Bool, until condition: () -> Bool
  ) async -> WaitOutcome {
    let deadline = ContinuousClock.Instant.now(plus: timeout)
    var vain: WaitOutcome?
    var lookDelay = Duration.milliseconds(1)
    while true {
      await drain()
      let seen = scheduler.events.count
      if scheduler.isOver { return .storeEnded }
      if condition() { return .happened }
      // Jobs may have arrived after the drain.
      let hasIncomingJobs = scheduler.inbox.count > 0
      if !hasIncomingJobs, !couldHappen() { return .impossible }
      if let vain { return vain }
      let mayEndUnnoticed = scheduler.lanes.contains(where: \.mayEndUnnoticed)
      scheduler.endTurn()
      if !hasIncomingJobs {
        let look = mayEndUnnoticed ? min(deadline, .now + lookDelay) : deadline
        _ = await scheduler.events.wait(past: seen, until: look)
        lookDelay = min(lookDelay * 2, .milliseconds(64))
      }
      await scheduler.takeTurn()
      if Task.isCancelled {
        vain = .cancelled
      } else if ContinuousClock.now >= deadline {
        vain = .timedOut(after: timeout)
      }
    }
  }

  /// Whether an effect could still send an action without help from the test.
  var couldSendMore: Bool {
    guard let runtime else { return false }
    return runtime.effectsInFlight.contains { !$0.executor.isParked }
      || scheduler.liveSenderCount - scheduler.lanes.count(where: \.isLeftParked)
        > runtime.effectsInFlight.count { !$0.isCancelled }
  }

  // MARK: - The end

  /// Ends the store, and reports the effects that are still running. Their jobs go to the runtime's executors, because an
  /// actor that they use would otherwise stay locked for other tasks.
  ///
  /// - Parameter continues: Whether the running effect is certain to continue.
  private func endAtLimit(whileRunning lane: ExecutorLane?, continues: Bool) {
    if scheduler.isOver { return }
    var lanes = queue.readyJobs.map(\.lane).withoutRepetitions(of: ObjectIdentifier.init)
    if let lane, !lanes.contains(where: { $0 === lane }),
      continues || lanes.isEmpty && lane.isActive && !lane.isParked
    {
      lanes.append(lane)
    }
    let effects = lanes.map(\.origin).sorted { $0.id < $1.id }
    Issues.$reporter.withValue(scheduler.issues) {
      runtime?.hostWillEnd(whileRunning: effects, atLimit: jobLimit)
    }
    end()
    scheduler.issues.seal()
  }

  /// Ends the store. The remaining jobs go to the runtime's executors.
  func end() {
    for lane in scheduler.markOver() { lane.releaseTasks() }
    for job in queue.removeAll() + scheduler.inbox.close() { job.runElsewhere() }
    JobRouter.shared.remove(scheduler)
    runtime?.hostDidEnd()
  }
}

/// The result of waiting for an event.
enum WaitOutcome: Equatable {
  case happened
  /// No effect in flight can cause the event. Only the test can.
  case impossible
  case timedOut(after: Duration)
  /// The waiting task was cancelled, for example by a time limit of the test.
  case cancelled
  /// The store has ended, because its effects did not become idle. That was reported.
  case storeEnded

  /// The duration of a failed wait, for messages. `nil` if the event happened or was impossible.
  var span: String? {
    switch self {
    case .happened, .impossible, .storeEnded: nil
    case .timedOut(let duration): FailureMessages.within(duration)
    case .cancelled: FailureMessages.beforeCancellation
    }
  }
}
