import Core

// Turns: one call at a time drains the store.
extension EffectScheduler {
  /// Runs an operation while no other code drains the store.
  nonisolated(nonsending) package func exclusively<R>(
    _ operation: nonisolated(nonsending) () async -> R
  ) async -> R {
    await takeTurn()
    let result = await operation()
    endTurn()
    return result
  }

  /// Takes the turn, which is exclusive until ``endTurn()``.
  nonisolated(nonsending) package func takeTurn() async {
    currentTaskDrives()
    let isFree = shared.withLock { $0.turns.takeIfFree() }
    if isFree { return }
    await withCheckedContinuation { continuation in
      let isFree = shared.withLock { $0.turns.take(orWaitAs: .drain(continuation)) }
      if isFree { continuation.resume() }
    }
  }

  /// Passes the turn to the next waiter, and reports the issues of the effects.
  package func endTurn() {
    // Only the holder of the turn may call the issues' explainer.
    issues.flush()
    handOverTurn()
  }

  /// Passes the turn to the next waiter.
  private func handOverTurn() {
    while true {
      resetFence()
      let (next, hasWorked) = shared.withLock { $0.turns.pass() }
      if hasWorked { events.fire() }
      switch next {
      case nil: return
      case .drain(let continuation): return continuation.resume()
      case .work(let work): work.value()
      }
    }
  }

  /// Runs work that can't suspend in a separate turn: now if no drain runs, otherwise at the end of the current
  /// turn.
  package func inOwnTurn(_ work: @escaping () -> Void) {
    let confined = RuntimeConfined(work)
    let isFree = shared.withLock { $0.turns.take(orWaitAs: .work(confined)) }
    guard isFree else { return }
    work()
    handOverTurn()
  }

  /// Runs all work that needs no external event.
  nonisolated(nonsending) package func settle() async {
    await exclusively { await drain() }
  }

  /// Runs all work that needs no external event. Only for the holder of the turn.
  nonisolated(nonsending) package func drain() async {
    _ = await drain(jobsPerHop: .max) { false }
  }

  /// Runs all work that needs no external event, or until the explorer sends an action. Only for the holder of the turn.
  ///
  /// - Parameter userActs: Lets the explorer send an action. Returns whether it sent one, which ends the drain.
  /// - Returns: Whether the explorer sent an action.
  nonisolated(nonsending) package func drain(until userActs: () -> Bool) async -> Bool {
    // The explorer doesn't act on the main actor.
    await drain(jobsPerHop: 1, until: userActs)
  }

  nonisolated(nonsending) private func drain(
    jobsPerHop: Int, until userActs: () -> Bool
  ) async -> Bool {
    if isOver { return false }
    beginDrain()
    while true {
      if await run(jobsPerHop: jobsPerHop, until: userActs) { return true }
      let absent = takeAbsentTasks()
      if absent.isEmpty { return false }
      guard await comeBack(absent) else { return false }
    }
  }

  /// Waits until tasks have come back from the runtime's queue, or need an external event. Then accepts their jobs, in the
  /// order in which the tasks left. Returns whether there are any.
  ///
  /// A task that yields in an actor, for example, comes back after one trip through the queue.
  nonisolated(nonsending) private func comeBack(
    _ tasks: [(task: UInt, lane: ExecutorLane)]
  ) async -> Bool {
    let order = tasks.map(\.task)
    let start = ContinuousClock.now
    while true {
      let elapsed = ContinuousClock.now - start
      let seen = events.count
      let arrived = shared.withLock { $0.work.incomingTasks }
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
        shared.withLock { $0.work.acceptIncomingJobs(inOrderOf: order) }
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

  /// Runs all ready work, on the main actor if it contains main-actor jobs. Returns whether the explorer sent an action.
  nonisolated(nonsending) private func run(
    jobsPerHop: Int, until userActs: () -> Bool
  ) async -> Bool {
    let isOnMainActor = MainQueue.isMainActor(#isolation)
    while true {
      switch runReady(onMainActor: isOnMainActor, until: userActs) {
      case .userActed: return true
      case .needsMainActor:
        await MainActor.run { _ = runReady(onMainActor: true, atMost: jobsPerHop) }
      case .idle, .reachedLimit: return false
      }
    }
  }

  /// The number of incoming jobs that were not accepted yet.
  var incomingJobCount: Int { shared.withLock { $0.work.incomingJobCount } }

  // MARK: - The end

  /// Runs all ready work, then `last`, then all work that `last` made ready, for a caller that can't suspend. Returns
  /// `false` without running any of it while another thread drains.
  @discardableResult
  func whenIdle(_ last: () -> Void = {}) -> Bool {
    guard shared.withLock({ $0.turns.takeIfFree() }) else { return false }
    if !isOver { runAll(then: last) }
    endTurn()
    return true
  }

  /// Runs all ready work, then `last`, then all work that `last` made ready. After that, the global executor
  /// runs the remaining jobs.
  ///
  /// A store calls it at its end, where it cannot suspend. If another call holds the turn, that call closes the
  /// store.
  package func close(_ last: @escaping () -> Void) {
    inOwnTurn { [self] in
      if !isOver {
        runAll(then: last)
        issues.flush()
        forwardRest()
      }
      issues.close()
    }
  }

  private func runAll(then last: () -> Void) {
    beginDrain()
    let isOnMainActor = MainQueue.isCurrent
    runReady(onMainActor: isOnMainActor)
    issues.flush()
    asOwnWork(last)
    runReady(onMainActor: isOnMainActor)
  }

  private func forwardRest() {
    markOver()
    let (rest, lanes) = shared.withLock { shared in
      (shared.isOver, shared.runtime) = (true, nil)
      // Lanes refer to their scheduler.
      defer { shared.lanes = [:] }
      return (shared.work.removeAll(), shared.lanes)
    }
    for lane in lanes.values { lane.releaseTasks() }
    for work in rest.jobs { work.kind.runElsewhere() }
    JobRouter.shared.remove(self)
  }
}

extension EffectScheduler {
  /// Waits until a condition is true, and calls `conclude` before other work can run. Events that may make the condition
  /// true wake the wait.
  ///
  /// - Parameters:
  ///   - couldHappen: Whether an event that the test doesn't cause could still make the condition true.
  ///   - conclude: Continues with the outcome of the wait.
  nonisolated(nonsending) func wait<R>(
    atMost timeout: Duration,
    couldHappen: () -> Bool,
    until condition: () -> Bool,
    thenDo conclude: (WaitOutcome) -> R
  ) async -> R {
    let deadline = ContinuousClock.Instant.now(plus: timeout)
    var vain: WaitOutcome?
    var lookDelay = Duration.milliseconds(1)
    while true {
      await settle()
      await takeTurn()
      // A clock or a stub must not drain between the condition and the conclusion.
      let seen = events.count
      let outcome: WaitOutcome? =
        isOver ? .storeEnded : condition() ? .happened : couldHappen() ? vain : .impossible
      if let outcome {
        let result = conclude(outcome)
        endTurn()
        return result
      }
      let mayEndUnnoticed = lanes.contains(where: \.mayEndUnnoticed)
      endTurn()
      // Jobs that arrived after the drain may already be counted.
      if incomingJobCount == 0 {
        let look = mayEndUnnoticed ? min(deadline, .now + lookDelay) : deadline
        _ = await events.wait(past: seen, until: look)
        lookDelay = min(lookDelay * 2, .milliseconds(64))
      }
      if Task.isCancelled {
        vain = .cancelled
      } else if ContinuousClock.now >= deadline {
        vain = .timedOut(after: timeout)
      }
    }
  }

  /// Whether an effect could still send an action without help from the test. The caller must hold the turn.
  package var couldSendMore: Bool {
    guard let runtime else { return false }
    return runtime.effectsInFlight.contains { !$0.lane.isParked }
      || shared.withLock({ $0.liveSenderCount }) - lanes.count(where: \.isLeftParked)
        > runtime.effectsInFlight.count { !$0.isCancelled }
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

// Effects that never become idle.
extension EffectScheduler {
  /// Counts an action that an effect sends. Returns `false` if the store has ended, for example because the effect sends
  /// endlessly.
  func admitsDelivery() -> Bool {
    if isOver { return false }
    if shared.withLock({ !$0.limit.countAdmission() }) { return true }
    endAtLimit(whileRunning: runningLane, goesOn: true)
    return false
  }

  /// Ends the store, and reports the effects that are still running. Their jobs go to the runtime's executors, because an
  /// actor that they use would otherwise stay locked for other tasks.
  ///
  /// - Parameter goesOn: Whether the running effect is certain to continue.
  func endAtLimit(whileRunning lane: ExecutorLane?, goesOn: Bool) {
    if isOver { return }
    let (ready, limit) = shared.withLock { ($0.work.readyJobs.map(\.lane), $0.limit.jobLimit) }
    var lanes = ready.withoutRepetitions
    if let lane, !lanes.contains(where: { $0 === lane }),
      goesOn || lanes.isEmpty && lane.isActive && !lane.isParked
    {
      lanes.append(lane)
    }
    let effects = lanes.map(\.origin).sorted { $0.id < $1.id }
    Issues.$reporter.withValue(issues) { runtime?.hostDidEnd(effects, atLimit: limit) }
    limitReached.store(true, ordering: .relaxed)
    forwardRest()
    issues.seal()
  }
}

extension EffectScheduler {
  /// Runs the stores of some lanes until they are idle, after a clock or a stub has woken tasks in the lanes.
  ///
  /// A lane is `nil` for a task that belongs to no test store. Jobs that have arrived in the caller's stores are
  /// accepted too, because they may lead to the first wait of an effect.
  nonisolated(nonsending) static func settle(_ lanes: [ExecutorLane?]) async {
    let expectant = openStores(drivenBy: CurrentTask.number).filter { $0.incomingJobCount > 0 }
    let schedulers = lanes.compactMap { $0?.scheduler } + expectant
    for scheduler in schedulers.withoutRepetitions { await scheduler.settle() }
    guard lanes.isEmpty || lanes.contains(where: { $0 == nil }) else { return }
    // Nothing reports when tasks that belong to no test store are idle. A few hops are enough for a task that a clock or a
    // stub has woken.
    for _ in 0..<10 {
      await Task.yield()
      await Task { @MainActor in }.value
    }
  }

  /// The open stores with effects that a task drives.
  static func openStores(drivenBy task: UInt64) -> [EffectScheduler] {
    JobRouter.shared.openStores.filter { $0.isDriven(by: task) }
  }
}

extension Array where Element: AnyObject {
  /// The objects of the array in their order, each once.
  var withoutRepetitions: [Element] {
    var found: Set<ObjectIdentifier> = []
    return filter { found.insert(ObjectIdentifier($0)).inserted }
  }
}

/// Counts the jobs since the store was last idle, and determines when effects count as never becoming idle.
struct RunawayLimit {
  /// The number of jobs and synchronous deliveries that may run before the store must become idle.
  var jobLimit = 100_000
  private var jobs = 0
  private var admissions = 0
  /// The effect whose job runs now.
  private(set) var running: EffectOrigin?
  /// The number of jobs that have started. If it doesn't change, the watchdog knows that a job
  /// doesn't end.
  private(set) var startedJobs = 0

  /// Starts at zero because the store is idle.
  mutating func reset() {
    jobs = 0
    admissions = 0
  }

  mutating func startJob(of effect: EffectOrigin) {
    running = effect
    startedJobs += 1
  }

  /// Ends and counts a job. Returns whether the limit is reached.
  mutating func endJob() -> Bool {
    running = nil
    return countJob()
  }

  /// Counts a job or a delivery. Returns whether the limit is reached.
  mutating func countJob() -> Bool {
    jobs += 1
    return jobs >= jobLimit
  }

  /// Counts an action that an effect sends. One job can send many actions without a suspension, so they have
  /// a separate limit. Returns whether the limit is exceeded.
  mutating func countAdmission() -> Bool {
    admissions += 1
    return admissions / 2 > jobLimit
  }
}
