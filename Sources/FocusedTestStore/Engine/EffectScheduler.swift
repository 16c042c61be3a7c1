import Core
import Synchronization

/// The executor of one store: it queues the jobs of all effects and runs them inline, on the thread that drains it.
///
/// Jobs run only while a call of the test drains, and one call drains at a time. So reducers need no lock, and the
/// effects' own work has the same order in each run. A job from off-executor work (a timer, a callback, another
/// actor) wakes the waiting call.
package final class EffectScheduler: EffectHost {
  typealias Delivery = WorkQueue.Delivery

  /// A piece of work for an effect.
  struct LaneWork {
    let kind: Kind
    let lane: ExecutorLane

    enum Kind {
      /// A job of one of the effect's tasks.
      case job(UnownedJob)
      /// An action sent from off-executor code.
      case externalSend(ExternalSend)

      var isTurnOfActor: Bool { if case .job(let job) = self { job.isTurnOfActor } else { false } }
    }

    var laneID: Int { lane.origin.id }
    var isExternalSend: Bool { if case .externalSend = kind { true } else { false } }

    /// The work as a task that a scheduling policy can choose.
    var readyTask: ReadyTask {
      switch kind {
      case .job(let job): lane.readyTask(of: job)
      case .externalSend(let send): ReadyTask(lane: laneID, id: send.sender, isPart: true)
      }
    }
  }

  struct Shared {
    /// The runtime that the store serves, until the store ends.
    var runtime: RuntimeConfined<() -> (any EffectHostClient)?>?
    /// Whether the store has ended.
    var isOver = false
    var turns = TurnQueue()
    var work: WorkQueue
    var limit = RunawayLimit()
    var offExecutor = OffExecutorWork()
    /// The effects, by their lanes. Empty unless a policy chooses between their tasks.
    var origins: [Int: EffectOrigin] = [:]

    /// Whether jobs have arrived, or an effect may resume without the test.
    var expectsMore: Bool {
      mutating get {
        work.incomingJobCount > 0 || offExecutor.gate.isWaitedFor
          || offExecutor.pruneAndCheckPending()
      }
    }
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
  /// Fires when the turns of a drain are over.
  let turnsOver = EventSignal()
  let policy: SchedulingPolicy
  /// Whether a policy chooses the task that runs next.
  let isChoosing: Bool
  let shared: Lock<Shared>
  private let drains = Atomic(0)
  /// The thread that runs the store's work now, or 0.
  private let runningThread = Atomic<UInt>(0)
  let isWatched = Atomic(false)
  /// The task that last requested a turn, usually the test's task, or 0. Not under the lock: each advance of a clock
  /// reads it in all watched stores.
  let driver = Atomic<UInt>(0)

  /// The listener for the waits of the effects, if there is one.
  package let waits: (any WaitListener)?

  package init(policy: SchedulingPolicy = .firstInFirstOut, waits: (any WaitListener)? = nil) {
    self.policy = policy
    self.waits = waits
    isChoosing = if case .choosing = policy { true } else { false }
    shared = Lock(Shared(work: WorkQueue(policy: policy)))
  }

  package func serves(_ client: any EffectHostClient) {
    let runtime = RuntimeConfined { [weak client] in client }
    shared.withLock { $0.runtime = runtime }
  }

  /// The runtime that the store serves, until the store ends.
  var runtime: (any EffectHostClient)? { shared.withLock { $0.runtime }?.value() }

  /// The number of jobs after which effects count as never becoming idle.
  package var jobLimit: Int {
    get { shared.withLock { $0.limit.jobLimit } }
    set { shared.withLock { $0.limit.jobLimit = newValue } }
  }

  /// The number of consecutive turns in which a drain may yield to off-executor work without receiving a job.
  package var outsideTurns: Int {
    get { shared.withLock { $0.offExecutor.turnsInVain } }
    set { shared.withLock { $0.offExecutor.turnsInVain = newValue } }
  }

  /// The number of drains that have begun. The store was idle between two drains.
  package var drainCount: Int { drains.load(ordering: .relaxed) }

  /// Counts a drain.
  func countDrain() { drains.add(1, ordering: .relaxed) }

  // MARK: - Taking work

  package func makeLane(for origin: EffectOrigin) -> any EffectLane {
    shared.withLock { shared in
      shared.offExecutor.liveSenderCount += 1
      if isChoosing { shared.origins[origin.id] = origin }
    }
    if driver.load(ordering: .relaxed) == 0 {
      driver.store(currentTaskIdentity(), ordering: .relaxed)
    }
    return ExecutorLane(origin: origin, scheduler: self)
  }

  func sourceEnded(in lane: ExecutorLane) {
    shared.withLock { $0.offExecutor.sourceEnded(in: lane) }
    events.fire()
  }

  /// Records that tasks which a lane's effect started may outlive it, or wait for the test.
  func effectLeftTasks(in lane: ExecutorLane) {
    shared.withLock { shared in
      if !shared.isOver { shared.offExecutor.leftLanes[lane.origin.id] = lane }
    }
    events.fire()
  }

  /// The effects that ended before tasks that they started.
  ///
  /// The result is computed without the lock, because the last reference to an effect may be released here.
  var effectsWithTasks: [RunningEffect] {
    shared.withLock { $0.offExecutor.leftLanes }.values.compactMap(\.endedEffect)
      .sorted { $0.origin.id < $1.origin.id }
  }

  package func schedule(_ delivery: @escaping () -> Void) {
    let delivery = Delivery(delivery)
    shared.withLock { $0.work.append(delivery) }
  }

  /// Enqueues work of an effect: as ready if other work of the store caused it, otherwise as an incoming job.
  /// Returns `false` after the end of the store.
  func enqueue(_ work: LaneWork, isInside: Bool) -> Bool {
    let isFromMainActor = !isInside && MainQueue.isCurrent
    let task = isChoosing ? work.readyTask : nil
    if isChoosing { noteOrigin(of: work, isInside: isInside) }
    let isQueued = shared.withLock { shared in
      if shared.isOver { return false }
      if isInside {
        shared.work.append(work, of: task)
      } else {
        shared.work.appendIncoming(work, isFromMainActor: isFromMainActor, source: task)
      }
      return true
    }
    if isQueued, !isInside { events.fire() }
    return isQueued
  }

  func noteActivity(in lane: ExecutorLane) {
    shared.withLock { shared in
      if !shared.isOver { shared.offExecutor.noteActivity(in: lane) }
    }
  }

  // MARK: - Choosing

  /// The policy's choice between tasks that are about to be woken. Without a policy, the first task.
  func choose(between tasks: [ReadyTask]) -> Int {
    guard case .choosing(let noteEvent, let choose) = policy else { return 0 }
    let choice = choose(tasks)
    noteEvent?(tasks[choice].lane, .ran(task: tasks[choice].id))
    noteEvent?(tasks[choice].lane, .acted)
    return choice
  }

  /// The policy's choice between stores whose tasks are woken at the same time. The next store is chosen when this one
  /// is idle, so not every order is possible.
  func choose(between stores: [EffectScheduler]) -> EffectScheduler {
    guard stores.count > 1, case .choosing(let noteEvent, let choose) = policy else { return self }
    noteEvent?(0, .dependsOnExternalWork)
    return stores[choose(stores.indices.map { .store($0) })]
  }

  /// Whether the running task must let another one run first.
  func makesWay(for lane: ExecutorLane, onlyForNews: Bool) -> Bool {
    let (makesWay, isElsewhere) = shared.withLock { shared in
      let isElsewhere = shared.limit.running?.id != lane.origin.id && shared.work.readyCount > 0
      let makesWay = shared.work.tasks?.makesWay(
        runningIn: lane.origin.id, onlyForNews: onlyForNews)
      return (makesWay ?? false, isElsewhere)
    }
    // The policy can't choose while an actor runs work for another effect.
    if isElsewhere { note(.dependsOnExternalWork, in: lane) }
    return makesWay
  }

  /// The effect of a lane. Known only if a policy chooses between tasks.
  package func origin(ofLane lane: Int) -> EffectOrigin? {
    shared.withLock { $0.origins[lane] }
  }

  /// Notifies the policy of the cause that made an effect's work ready.
  private func noteOrigin(of work: LaneWork, isInside: Bool) {
    let (waker, incomingJobs) = shared.withLock { ($0.limit.running, $0.work.incomingJobCount) }
    if !isInside {
      // Work that an answer of the test made ready has no external cause.
      if work.isExternalSend || incomingJobs > 0 { note(.dependsOnExternalWork, in: work.lane) }
    } else if let waker, waker.id != work.lane.origin.id, work.lane.hasRun {
      note(.wasReadied(by: waker.id), in: work.lane)
    }
  }

  /// Notifies the policy of an event of a lane's effect.
  func note(_ event: SchedulingPolicy.LaneEvent, in lane: ExecutorLane) {
    guard isChoosing, case .choosing(let noteEvent?, _) = policy else { return }
    noteEvent(lane.origin.id, event)
  }

  // MARK: - Running work

  /// Whether the calling code is part of the store's work, which runs on this thread now.
  var isRunningOnThisThread: Bool {
    runningThread.load(ordering: .relaxed) == currentThreadIdentity()
  }

  /// Runs work of the test as work of the store: jobs that it makes ready don't count as incoming. Only for the holder
  /// of the turn.
  package func asOwnWork<R>(_ work: () -> R) -> R {
    let outer = runningThread.exchange(currentThreadIdentity(), ordering: .relaxed)
    defer { runningThread.store(outer, ordering: .relaxed) }
    return work()
  }

  /// Whether the explorer may send an action: before each piece of work, but not between an action and the actions that
  /// its reduction sends.
  package var isBetweenSteps: Bool { shared.withLock { $0.work.isBetweenSteps } }

  /// Runs all ready work, or until the explorer sends an action, without accepting incoming jobs. Returns whether the
  /// explorer sent one.
  @discardableResult
  func runReady(until userActs: () -> Bool = { false }) -> Bool {
    asOwnWork {
      while true {
        if userActs() { return true }
        guard let next = nextWork() else { return false }
        watch()
        run(next)
      }
    }
  }

  /// Reduces the actions that were sent synchronously, before the effect that caused them continues.
  func runDeliveries(for lane: ExecutorLane) {
    while let delivery = shared.withLock({ $0.work.nextDelivery() }) {
      delivery.value()
      if shared.withLock({ $0.limit.countJob() }) { stopAllThatRuns(latest: lane, goesOn: true) }
    }
  }

  private func run(_ work: WorkQueue.Work) {
    switch work {
    case .job(let work):
      switch work.kind {
      case .job(let job): work.lane.run(job)
      case .externalSend(let send): work.lane.receive(send)
      }
      if shared.withLock({ $0.limit.endJob() }) {
        // An external sender continues even if its effect has ended.
        stopAllThatRuns(latest: work.lane, goesOn: work.isExternalSend)
      }
    case .delivery(let delivery):
      Issues.$reporter.withValue(issues) { delivery.value() }
      if shared.withLock({ $0.limit.countJob() }) { stopAllThatRuns(latest: nil) }
    }
  }

  private func nextWork() -> WorkQueue.Work? {
    shared.withLock { shared in
      guard let work = shared.work.next() else { return nil }
      if case .job(let work) = work {
        shared.limit.startJob(of: work.lane.origin)
        shared.offExecutor.noteActivity(in: work.lane)
      }
      shared.turns.noteWork()
      return work
    }
  }

  /// Dismisses the root feature, which ends the store's effects. Reports an issue outside an effect.
  nonisolated(nonsending) func dismissRoot(at callSite: CallSite) async {
    guard let runtime = shared.withLock({ $0.runtime }) else { return }
    guard let effect = RunningEffect.current else {
      return reportDismissalOutsideEffect(at: callSite)
    }
    let work = ConfinedWork { isCancelled in
      if !isCancelled, effect.willDismiss() { runtime.value()?.dismiss(by: effect.origin) }
    }
    await effect.lane.perform(isLast: false, work)
  }

  /// Reports a dismissal outside an effect. The buffer passes the issue to the test, because a detached task belongs to
  /// no test.
  func reportDismissalOutsideEffect(at callSite: CallSite) {
    guard shared.withLock({ $0.runtime }) != nil else { return }
    issues.report(ReportedIssue(DependencyMessages.dismissedFromOutside, at: callSite))
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
