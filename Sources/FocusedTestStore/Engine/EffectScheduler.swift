import Core
import Synchronization

/// The executor of one store: it queues the jobs of all effects and runs them inline, on the thread that drains it.
///
/// Jobs run only while a call of the test drains, and one call drains at a time. So reducers need no lock, and all work
/// of the effects has the same order in each run. A job from external work (a timer, a callback) wakes the waiting call.
package final class EffectScheduler: EffectHost {
  typealias Delivery = WorkQueue.Delivery

  /// A piece of work for an effect.
  package struct LaneWork: Sendable {
    let kind: Kind
    package let lane: ExecutorLane

    enum Kind: Sendable {
      /// A job of one of the effect's tasks.
      case job(UnownedJob, isMain: Bool)
      /// An action sent from external code.
      case externalSend(ExternalSend)
    }

    /// The task whose job it is.
    var task: UInt? {
      if case .job(let job, _) = kind, job.taskNumber != nil { job.identity } else { nil }
    }
    package var isExternalSend: Bool { if case .externalSend = kind { true } else { false } }
    var isMain: Bool { if case .job(_, isMain: true) = kind { true } else { false } }
    /// Whether an actor runs its pending calls.
    package var isTurnOfActor: Bool {
      if case .job(let job, _) = kind { job.isTurnOfActor } else { false }
    }

    /// The work as a task that a chooser can choose.
    package var readyTask: ReadyTask {
      switch kind {
      case .job(let job, _): lane.readyTask(job.identity)
      case .externalSend(let send):
        ReadyTask(lane: lane.origin.id, id: send.sender, isPart: true)
      }
    }
  }

  struct Shared {
    /// The runtime that the store serves, until the store ends.
    var runtime: RuntimeConfined<() -> (any EffectHostClient)?>?
    /// Whether the store has ended.
    var isOver = false
    var nameOfStep: RuntimeConfined<(Int) -> String?>?
    var turns = TurnQueue()
    var work: WorkQueue
    var limit = RunawayLimit()
    /// The number of effects, ended or not, that can still send an action.
    var liveSenderCount = 0
    var hasHadEffects = false
    /// The lanes of the effects that have tasks, by their numbers.
    var lanes: [Int: ExecutorLane] = [:]
  }

  /// What only the holder of the turn uses, on the thread that runs the store's work.
  private final class TurnState {
    /// The lane of the running job.
    var runningLane: ExecutorLane?
    /// The tasks that have left the queue in this drain and may come back without an external event, with the order in
    /// which they left.
    var absentTasks: [UInt: (order: Int, lane: ExecutorLane)] = [:]
    var departures = 0
    /// The lowest number that a task can have which the store's work has created in this turn. `nil` before the first work.
    var firstTask: UInt64?
    /// Whether code runs that starts an effect without a task of its own.
    var isStarting = false
  }

  /// A call that waits for its turn to drain.
  enum Turn {
    /// A task that drains once it is resumed.
    case drain(CheckedContinuation<Void, Never>)
    /// Work that cannot suspend. The holder of the turn runs it at the end of that turn.
    case work(RuntimeConfined<() -> Void>)
  }

  package let issues = IssueBuffer()
  /// Fires after each event that a call may be waiting for.
  let events = EventSignal()
  /// Chooses the work that runs next, under a schedule.
  package let chooser: (any WorkChooser)?
  let shared: Lock<Shared>
  private let drains = Atomic(0)
  private let over = Atomic(false)
  let limitReached = Atomic(false)
  /// The number of the task that last requested a turn, usually the test's task, or 0. Not under the lock: each advance of
  /// a clock reads it in all open stores.
  private let driver = Atomic<UInt64>(0)

  private let turn = RuntimeConfined(TurnState())

  /// The listener for the waits of the effects, if there is one.
  package let waits: (any CallListener)?

  package init(chooser: (any WorkChooser)? = nil, waits: (any CallListener)? = nil) {
    self.chooser = chooser
    self.waits = waits
    shared = Lock(Shared(work: WorkQueue(chooser: chooser)))
  }

  package func serves(_ client: any EffectHostClient) {
    let runtime = RuntimeConfined { [weak client] in client }
    shared.withLock { $0.runtime = runtime }
  }

  /// Sets the closure that names a step's action in messages. It is called from any thread.
  func nameSteps(by name: @escaping (Int) -> String?) {
    let name = RuntimeConfined(name)
    shared.withLock { $0.nameOfStep = name }
  }

  /// The runtime that the store serves, until the store ends.
  var runtime: (any EffectHostClient)? { shared.withLock { $0.runtime }?.value() }

  /// The number of jobs after which effects count as never becoming idle.
  package var jobLimit: Int {
    get { shared.withLock { $0.limit.jobLimit } }
    set { shared.withLock { $0.limit.jobLimit = newValue } }
  }

  /// Whether the store has ended.
  package var isOver: Bool { over.load(ordering: .relaxed) }

  /// Whether the store has ended because its effects did not become idle.
  var hasEndedAtLimit: Bool { limitReached.load(ordering: .relaxed) }

  func markOver() { over.store(true, ordering: .relaxed) }

  /// The number of drains that have begun. The store was idle between two drains.
  package var drainCount: Int { drains.load(ordering: .relaxed) }

  /// Starts a drain, and accepts the incoming jobs.
  func beginDrain() {
    drains.add(1, ordering: .relaxed)
    let hasHadEffects = shared.withLock { shared in
      shared.limit.reset()
      shared.work.acceptIncomingJobs()
      return shared.hasHadEffects
    }
    // Another library may have set a hook of its own since the last call.
    if hasHadEffects { Ownership.installHooks() }
  }

  /// Whether a task drives the store, so that the store runs no work while the task waits.
  func isDriven(by task: UInt64) -> Bool { driver.load(ordering: .relaxed) == task }

  /// Records that the current task requests a turn.
  func currentTaskDrives() { driver.store(CurrentTask.number, ordering: .relaxed) }

  // MARK: - Effects

  package func makeLane(for origin: EffectOrigin) -> any EffectLane {
    let isFirst = shared.withLock { shared in
      shared.liveSenderCount += 1
      defer { shared.hasHadEffects = true }
      return !shared.hasHadEffects
    }
    if isFirst {
      Ownership.noteAbsence(for: self, at: origin.callSite)
      JobRouter.shared.add(self)
      Watchdog.shared.keepWatching()
      if driver.load(ordering: .relaxed) == 0 { currentTaskDrives() }
    }
    return ExecutorLane(origin: origin, scheduler: self)
  }

  /// Neither an effect nor the tasks that it started can send actions anymore.
  func sourceEnded() {
    shared.withLock { $0.liveSenderCount -= 1 }
    events.fire()
  }

  /// Records that tasks which a lane's effect started may outlive it, or wait for the test.
  func effectLeftTasks(in lane: ExecutorLane) {
    addLane(lane)
    events.fire()
  }

  /// Adds the lane of an effect that has tasks.
  func addLane(_ lane: ExecutorLane) {
    shared.withLock { shared in
      if !shared.isOver { shared.lanes[lane.origin.id] = lane }
    }
  }

  /// Removes the lane of an effect whose tasks have ended.
  func removeLane(_ lane: ExecutorLane) {
    // The caller retains the lane.
    _ = shared.withLock { $0.lanes.removeValue(forKey: lane.origin.id) }
  }

  /// The lanes with tasks, in the order in which their effects started.
  var lanes: [ExecutorLane] {
    shared.withLock { $0.lanes }.values.sorted { $0.origin.id < $1.origin.id }
  }

  /// The effects that ended before tasks that they started.
  var effectsWithTasks: [RunningEffect] { lanes.compactMap(\.endedEffect) }

  package func schedule(_ delivery: @escaping () -> Void) {
    let delivery = Delivery(delivery)
    shared.withLock { $0.work.append(delivery) }
  }

  // MARK: - Owned tasks

  /// The lane of the running job. Only for the thread that runs the store's work.
  var runningLane: ExecutorLane? { turn.value.runningLane }

  /// The store whose work runs on this thread.
  static var running: EffectScheduler? {
    ThreadValue.runningStore.pointer.map {
      Unmanaged<EffectScheduler>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// The lowest number of the tasks that the store's work creates. Older tasks belong to the test, or to another one, and
  /// are only woken by the store's work. Only for the thread that runs that work.
  var fence: UInt64 { turn.value.firstTask ?? .max }

  /// Records that the store's work has created a task.
  func didStartTask(_ task: UInt) {
    guard isRunningOnThisThread, turn.value.firstTask == nil else { return }
    turn.value.firstTask = UnownedJob(identity: task).taskNumber
  }

  /// Whether code runs that starts an effect without a task of its own.
  var isStarting: Bool { isRunningOnThisThread && turn.value.isStarting }

  /// Runs code that starts an effect. The tasks that it creates belong to the effect, whichever task it runs in.
  func start(_ lane: ExecutorLane, by work: () -> Void) {
    let turn = turn.value
    if turn.firstTask == nil { turn.firstTask = NumberedTask.next }
    let outer = (turn.runningLane, turn.isStarting)
    (turn.runningLane, turn.isStarting) = (lane, true)
    asOwnWork(work)
    (turn.runningLane, turn.isStarting) = outer
  }

  /// Whether the store's work has created the current task. Only for the thread that runs that work.
  var ownsCurrentTask: Bool { isRunningOnThisThread && CurrentTask.number >= fence }

  /// Takes a job that the store's work has made ready, if its task is new. Only for the thread that runs that work.
  func adopt(_ job: UnownedJob, isMain: Bool) -> Bool {
    let current = CurrentTask.identity
    let owner = isStarting ? nil : JobRouter.shared.lane(of: current)
    guard let lane = owner ?? runningLane, lane.scheduler === self else { return false }
    if let number = job.taskNumber {
      // A task of the test can run in the store's turn of an actor that both use. A task that has ended creates none.
      guard number >= fence,
        isStarting || current != 0 && (owner != nil || CurrentTask.number >= fence)
      else { return false }
    }
    return lane.accept(job, isMain: isMain)
  }

  /// Enqueues work of an effect: as ready if other work of the store caused it, otherwise as an incoming job.
  /// Returns `false` after the end of the store.
  func enqueue(_ work: LaneWork) -> Bool {
    let isInside = isRunningOnThisThread
    let isQueued = shared.withLock { shared in
      if shared.isOver { return false }
      if isInside {
        shared.work.append(work, wokenBy: chooser == nil ? nil : shared.limit.running)
      } else {
        shared.work.appendIncoming(work)
      }
      return true
    }
    if isQueued, !isInside { events.fire() }
    return isQueued
  }

  // MARK: - Running work

  /// Whether the calling code is part of the store's work, which runs on this thread now.
  package var isRunningOnThisThread: Bool {
    ThreadValue.runningStore.pointer == Unmanaged.passUnretained(self).toOpaque()
  }

  /// Whether the calling code is one of the store's effects, its reducer, or an assert closure.
  var runsCallingCode: Bool { DependencyValues.scoped?.storeID == ObjectIdentifier(self) }

  /// Runs work of the test as work of the store: jobs that it makes ready don't count as incoming. Only for the holder
  /// of the turn.
  package func asOwnWork<R>(_ work: () -> R) -> R {
    let outer = ThreadValue.runningStore.pointer
    ThreadValue.runningStore.set(Unmanaged.passUnretained(self).toOpaque())
    defer { ThreadValue.runningStore.set(outer) }
    return work()
  }

  /// Whether the explorer may send an action: before each piece of work, but not between an action and the actions that
  /// its reduction sends.
  package var isBetweenSteps: Bool { shared.withLock { $0.work.isBetweenSteps } }

  /// Why ``runReady(onMainActor:atMost:until:)`` returned.
  enum Stop { case idle, needsMainActor, reachedLimit, userActed }

  /// Runs all ready work, or until the explorer sends an action, without accepting incoming jobs.
  ///
  /// - Parameters:
  ///   - isOnMainActor: Whether main-actor jobs may run on this thread. Otherwise, the next one ends the call.
  ///   - limit: The largest number of jobs to run.
  @discardableResult
  func runReady(
    onMainActor isOnMainActor: Bool, atMost limit: Int = .max,
    until userActs: () -> Bool = { false }
  ) -> Stop {
    asOwnWork {
      for _ in 0..<limit {
        if userActs() { return .userActed }
        switch nextWork(onMainActor: isOnMainActor) {
        case .none: return .idle
        case .needsMainActor: return .needsMainActor
        case .work(let work): run(work)
        }
      }
      return .reachedLimit
    }
  }

  /// Reduces the actions that were sent synchronously, before the effect that caused them continues.
  func runDeliveries() {
    while let delivery = shared.withLock({ $0.work.nextDelivery() }) {
      delivery.value()
      if shared.withLock({ $0.limit.countJob() }) {
        endAtLimit(whileRunning: runningLane, goesOn: true)
      }
    }
  }

  private func run(_ work: WorkQueue.Work) {
    switch work {
    case .job(let work):
      if turn.value.firstTask == nil { turn.value.firstTask = NumberedTask.next }
      let outer = runningLane
      turn.value.runningLane = work.lane
      switch work.kind {
      case .job(let job, let isMain): work.lane.run(job, isMain: isMain)
      case .externalSend(let send): work.lane.receive(send)
      }
      turn.value.runningLane = outer
      if shared.withLock({ $0.limit.endJob() }) {
        endAtLimit(whileRunning: work.lane, goesOn: work.isExternalSend)
      }
    case .delivery(let delivery):
      Issues.$reporter.withValue(issues) { delivery.value() }
      if shared.withLock({ $0.limit.countJob() }) { endAtLimit(whileRunning: nil, goesOn: false) }
    }
  }

  private enum Next {
    case work(WorkQueue.Work)
    case needsMainActor
    case none
  }

  private func nextWork(onMainActor isOnMainActor: Bool) -> Next {
    shared.withLock { shared in
      guard let work = shared.work.next(allowsMain: isOnMainActor) else {
        return shared.work.isReady ? .needsMainActor : .none
      }
      if case .job(let work) = work { shared.limit.startJob(of: work.lane.origin) }
      shared.turns.noteWork()
      return .work(work)
    }
  }

  /// Records that a task continues outside the queue, for example in an actor that another task occupies.
  func noteLeave(of task: UInt, in lane: ExecutorLane) {
    let turn = turn.value
    turn.departures += 1
    turn.absentTasks[task] = (turn.departures, lane)
  }

  /// The tasks that have left the queue in this drain and will come back without an external event, in the order in which
  /// they left.
  func takeAbsentTasks() -> [(task: UInt, lane: ExecutorLane)] {
    let absentTasks = turn.value.absentTasks
    if absentTasks.isEmpty { return [] }
    turn.value.absentTasks = [:]
    for (task, departure) in absentTasks { departure.lane.forgetIfEnded(task) }
    return absentTasks.filter { $1.lane.willComeBack($0) }
      .sorted { $0.value.order < $1.value.order }.map { ($0, $1.lane) }
  }

  /// Ends the turn's right to adopt tasks.
  func resetFence() { turn.value.firstTask = nil }

  /// Dismisses the root feature, which ends the store's effects. Reports an issue outside an effect.
  nonisolated(nonsending) func dismissRoot(at callSite: CallSite) async {
    guard let runtime = shared.withLock({ $0.runtime }) else { return }
    guard let effect = RunningEffect.current else {
      return reportDismissalOutsideEffect(at: callSite)
    }
    await effect.lane.perform(isLast: false, dismissal(of: runtime, by: effect))
  }

  /// Dismisses the root feature for code that can't suspend.
  func dismissRootNow(at callSite: CallSite) {
    guard let runtime = shared.withLock({ $0.runtime }) else { return }
    guard let effect = RunningEffect.current else {
      return reportDismissalOutsideEffect(at: callSite)
    }
    effect.lane.performNow(dismissal(of: runtime, by: effect))
  }

  private func dismissal(
    of runtime: RuntimeConfined<() -> (any EffectHostClient)?>, by effect: RunningEffect
  ) -> ConfinedWork {
    ConfinedWork { isCancelled in
      if !isCancelled, effect.willDismiss() { runtime.value()?.dismiss(by: effect.origin) }
    }
  }

  /// Reports a dismissal outside an effect. The buffer passes the issue to the test, because a detached task belongs to
  /// no test.
  func reportDismissalOutsideEffect(at callSite: CallSite) {
    guard shared.withLock({ $0.runtime }) != nil else { return }
    issues.report(ReportedIssue(DependencyMessages.dismissedFromOutside, at: callSite))
  }
}

/// The executor of an empty task, which only shows how far the numbers of tasks have come.
private final class NumberedTask: TaskExecutor {
  private let number = Atomic<UInt64>(.max)

  /// A number that is lower than that of each task that is created later.
  static var next: UInt64 {
    let executor = NumberedTask()
    _ = Task(executorPreference: executor) {}
    return executor.number.load(ordering: .relaxed)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    number.store(job.taskNumber ?? .max, ordering: .relaxed)
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}

/// The queue of calls that drain a scheduler, one at a time, in the order of their requests.
///
/// A plain value. The scheduler wakes the next holder of the turn.
struct TurnQueue {
  typealias Turn = EffectScheduler.Turn

  private var isTaken = false
  private var waiting: [Turn] = []
  /// Whether any work has run in this turn.
  private var hasWorked = false

  var isFree: Bool { !isTaken }

  /// Takes the turn if it is free. Otherwise, adds `turn` to the queue.
  mutating func take(orWaitAs turn: @autoclosure () -> Turn) -> Bool {
    if takeIfFree() { return true }
    waiting.append(turn())
    return false
  }

  /// Takes the turn if it is free.
  mutating func takeIfFree() -> Bool {
    guard !isTaken else { return false }
    isTaken = true
    return true
  }

  mutating func noteWork() {
    hasWorked = true
  }

  /// Ends a turn. Returns the next holder, or `nil` if none waits, and whether any work has run.
  mutating func pass() -> (next: Turn?, hasWorked: Bool) {
    defer { hasWorked = false }
    isTaken = !waiting.isEmpty
    return (isTaken ? waiting.removeFirst() : nil, hasWorked)
  }
}
