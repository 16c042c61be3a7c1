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
    driver.store(currentTaskIdentity(), ordering: .relaxed)
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

  /// Runs all ready work, and yields to off-executor work within a budget.
  nonisolated(nonsending) package func settle() async {
    await exclusively { _ = await drain() }
  }

  /// Runs all ready work, and yields to off-executor work within a budget. Only for the holder of the turn.
  ///
  /// - Parameter userActs: Lets the explorer send an action. Returns whether it sent one, which ends the drain.
  /// - Returns: Whether the explorer sent an action.
  @discardableResult
  nonisolated(nonsending) package func drain(
    until userActs: () -> Bool = { false }
  ) async -> Bool {
    if willDrain() { return false }
    acceptIncomingJobs()
    if runReady(until: userActs) { return true }
    if endRun() { await yieldToOffExecutorWork() }
    return false
  }

  /// Begins a drain. Returns whether the store is idle.
  private func willDrain() -> Bool {
    countDrain()
    return shared.withLock { shared in
      shared.limit.reset()
      let isEmpty = shared.work.readyCount == 0 && shared.work.incomingJobCount == 0
      if isEmpty, shared.offExecutor.isIdle() { return true }
      shared.offExecutor.gate.willOpen()
      return false
    }
  }

  /// The number of incoming jobs that were not accepted yet.
  var incomingJobCount: Int { shared.withLock { $0.work.incomingJobCount } }

  /// Accepts the incoming jobs, and runs all ready jobs. Returns the number of accepted jobs.
  @discardableResult
  func runIncomingJobs(byLane isByLane: Bool = true) -> OffExecutorTurns.Result {
    let result = acceptIncomingJobs(byLane: isByLane)
    runReady()
    return result
  }

  /// Makes the incoming jobs ready. Returns their number.
  @discardableResult
  func acceptIncomingJobs(byLane isByLane: Bool = true) -> OffExecutorTurns.Result {
    shared.withLock { shared in
      var result = shared.work.acceptIncomingJobs(byLane: isByLane)
      result.fromMainActor += shared.offExecutor.takeSentOnMainActor()
      return result
    }
  }

  /// Opens or closes the main-actor gate, once all ready jobs have run. Returns whether the drain yields to
  /// off-executor work.
  private func endRun() -> Bool {
    let (isDue, isGateWaitedFor) = shared.withLock { shared in
      let isDue = shared.expectsMore
      return (isDue, shared.offExecutor.endRun(of: drainCount, expectsMore: isDue))
    }
    if isGateWaitedFor { Self.gateHasTurned.signal() }
    return isDue
  }

  /// Whether this task drives the store, so that the store runs no work while the task waits.
  func isDriven(by task: UInt) -> Bool { driver.load(ordering: .relaxed) == task }

  // MARK: - The end

  /// Runs all ready work, then `last`, then all work that `last` made ready, for a caller that can't suspend. Returns
  /// `false` without running any of it while another thread drains.
  @discardableResult
  func whenIdle(_ last: () -> Void = {}) -> Bool {
    guard shared.withLock({ $0.turns.takeIfFree() }) else { return false }
    runAll(then: last)
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
      runAll(then: last)
      issues.flush()
      forwardRest()
    }
  }

  private func runAll(then last: () -> Void) {
    countDrain()
    shared.withLock { $0.limit.reset() }
    runIncomingJobs()
    issues.flush()
    asOwnWork(last)
    runReady()
  }

  private func forwardRest() {
    let (rest, leftLanes) = shared.withLock { shared in
      (shared.isOver, shared.runtime) = (true, nil)
      // Lanes refer to their scheduler.
      shared.offExecutor.endBudget()
      defer { shared.offExecutor.leftLanes = [:] }
      return (shared.work.removeAll(), shared.offExecutor.leftLanes)
    }
    _ = consume leftLanes
    for work in rest.jobs { work.kind.runElsewhere() }
    if isWatched.load(ordering: .relaxed) { Watchdog.shared.letGo(self) }
    issues.close()
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
    var lookDelay = OffExecutorLimits.firstLookForTaskEnds
    while true {
      await settle()
      await takeTurn()
      // A clock or a stub must not drain between the condition and the conclusion.
      let seen = events.count
      let outcome = condition() ? .happened : couldHappen() ? vain : .impossible
      if let outcome {
        let result = conclude(outcome)
        endTurn()
        return result
      }
      let isTaskEndAwaited = isTaskEndAwaited
      endTurn()
      // Jobs that arrived after the drain may already be counted.
      if incomingJobCount == 0 {
        let look = isTaskEndAwaited ? min(deadline, .now + lookDelay) : deadline
        _ = await events.wait(past: seen, until: look)
        lookDelay = min(lookDelay * 2, OffExecutorLimits.longestLookForTaskEnds)
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
    let (liveSenderCount, leftLanes) = shared.withLock {
      ($0.offExecutor.liveSenderCount, $0.offExecutor.leftLanes)
    }
    return runtime.effectsInFlight.contains { !$0.lane.isParked }
      || liveSenderCount - leftLanes.values.count(where: \.isLeftParked)
        > runtime.effectsInFlight.count { !$0.isCancelled }
  }

  /// Whether the end of a task that an effect started with `Task {}` may end the wait. Only for the holder of the
  /// turn.
  ///
  /// The runtime doesn't report the end of such a task, so the store checks for it at intervals. An action that the
  /// task sends wakes the wait at once.
  private var isTaskEndAwaited: Bool {
    let leftLanes = shared.withLock { $0.offExecutor.leftLanes }
    return runtime?.effectsInFlight.contains { $0.lane.runningTasks > 0 } == true
      || leftLanes.values.contains { $0.runningTasks > 0 }
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

  /// The duration of a failed wait, for messages. `nil` if the event happened or was impossible.
  var span: String? {
    switch self {
    case .happened, .impossible: nil
    case .timedOut(let duration): FailureMessages.within(duration)
    case .cancelled: FailureMessages.beforeCancellation
    }
  }
}

// Effects that never become idle.
extension EffectScheduler {
  /// Counts an action that an effect sends. Returns `false` if the effect sends endlessly, and was stopped.
  func admitsDelivery(from lane: ExecutorLane) -> Bool {
    guard shared.withLock({ $0.limit.countAdmission() }) else { return true }
    stop([lane], jobs: [], deliveries: [])
    return false
  }

  /// Stops all effects that are ready, and the given one.
  ///
  /// - Parameters:
  ///   - latest: The effect whose job ran last. Its next job may be off the executor.
  ///   - goesOn: Whether the effect is certain to continue.
  func stopAllThatRuns(latest: ExecutorLane?, goesOn: Bool = false) {
    let (jobs, deliveries) = shared.withLock { $0.work.removeAll() }
    var lanes = jobs.map(\.lane).withoutRepetitions
    // An effect that keeps hopping to the main actor and back isn't in the queue at this point.
    if let latest, !lanes.contains(where: { $0 === latest }),
      goesOn || lanes.isEmpty && latest.isActive && !latest.isParked
    {
      lanes.append(latest)
    }
    stop(lanes, jobs: jobs, deliveries: deliveries)
  }

  private func stop(_ lanes: [ExecutorLane], jobs: [LaneWork], deliveries: [Delivery]) {
    shared.withLock { $0.limit.reset() }
    for lane in lanes {
      lane.evict()
      lane.effectCannotSend()
    }
    for job in jobs { job.lane.runEvicted(job.kind) }
    if lanes.isEmpty, deliveries.isEmpty { return }
    runtime?.hostDidStop(
      lanes.map(\.origin).sorted { $0.id < $1.id }, atLimit: jobLimit,
      deliveries: deliveries.map(\.value))
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

  /// Starts at zero because the store is idle, or because the effects that kept it busy were stopped.
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
