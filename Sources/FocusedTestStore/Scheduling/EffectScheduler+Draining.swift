import Core
import Synchronization

// Whose turn it is, and what runs meanwhile.
extension EffectScheduler {
  /// Has the thread to itself for as long as `operation` takes: nobody else drains meanwhile.
  nonisolated(nonsending) package func exclusively<R>(
    _ operation: nonisolated(nonsending) () async -> R
  ) async -> R {
    // An effect has it already.
    if isInsideEffect { return await operation() }
    await takeTurn()
    let result = await operation()
    endTurn()
    return result
  }

  /// Has the drain to itself: nobody else drains until ``endTurn()``.
  nonisolated(nonsending) package func takeTurn() async {
    if takeTurnNow() { return }
    await withCheckedContinuation { continuation in
      let isFree = shared.withLock { shared in
        if shared.isDraining { shared.turns.append(.drain(continuation)) }
        defer { shared.isDraining = true }
        return !shared.isDraining
      }
      if isFree { continuation.resume() }
    }
  }

  func takeTurnNow() -> Bool {
    shared.withLock { shared in
      defer { shared.isDraining = true }
      return !shared.isDraining
    }
  }

  /// Lets the next one drain, and reports what the effects found wrong.
  package func endTurn() {
    passTurn()
    issues.flush()
  }

  func passTurn() {
    while true {
      let (next, rested) = shared.withLock { shared in
        if shared.turns.isEmpty { shared.isDraining = false }
        return (shared.turns.isEmpty ? nil : shared.turns.removeFirst(), shared.takeRestWaiters())
      }
      for waiter in rested { waiter.resume() }
      switch next {
      case .drain(let continuation): return continuation.resume()
      case .end(let work): work.value()
      case nil: return
      }
    }
  }

  /// Whether the current task is an effect of this scheduler, or was started by one.
  var isInsideEffect: Bool {
    (RunningEffect.current?.lane as? ExecutorLane)?.scheduler === self
  }

  /// Lets everything run that can, and gives what is parked outside a bounded chance to come back.
  ///
  /// Called by an effect, it returns when all the others have come to rest.
  nonisolated(nonsending) package func settle() async {
    if isInsideEffect, await waitForRest() { return }
    await takeTurn()
    await drain()
    endTurn()
  }

  /// Runs all that can run, and gives what is parked outside a bounded chance to come back. Only
  /// for whoever has the turn.
  nonisolated(nonsending) package func drain() async {
    guard startCounting() else { return }
    runReady()
    while hasWorkOutside, await outsideBringsWork() { runReady() }
  }

  /// Lets everything run that can run on this thread, for a caller that cannot suspend.
  package func settleNow() {
    guard takeTurnNow() else { return }
    _ = startCounting()
    runReady()
    endTurn()
  }

  /// Waits until whoever drains finds nothing more to do. Returns false at once if nobody drains:
  /// an unstructured task of an effect may run on when nobody does.
  nonisolated(nonsending) func waitForRest() async -> Bool {
    guard shared.withLock({ $0.isDraining }) else { return false }
    await withCheckedContinuation { continuation in
      let isDraining = shared.withLock { shared in
        if shared.isDraining { shared.restWaiters.append(continuation) }
        return shared.isDraining
      }
      if !isDraining { continuation.resume() }
    }
    return true
  }

  /// Begins to count anew what runs until the next rest. Returns false when all is at rest already.
  func startCounting() -> Bool {
    drains.add(1, ordering: .relaxed)
    return shared.withLock { shared in
      shared.jobs = 0
      shared.admitted = 0
      return !shared.ready.isEmpty || !shared.restless.isEmpty || !shared.restWaiters.isEmpty
    }
  }

  /// Whether the code that asks is part of a job or a delivery that is being run.
  var isRunningOnThisThread: Bool {
    runningThread.load(ordering: .relaxed) == ThreadIdentity.current.number
  }

  func runReady() {
    runningThread.store(ThreadIdentity.current.number, ordering: .relaxed)
    defer { runningThread.store(0, ordering: .relaxed) }
    while let work = nextWork() {
      switch work {
      case .job(let job, let lane):
        job.runSynchronously(on: lane.asUnownedTaskExecutor())
        countJob(of: lane)
      case .delivery(let delivery):
        Issues.$reporter.withValue(issues) { delivery.value() }
        countJob(of: nil)
      }
    }
  }

  func nextWork() -> Work? {
    while true {
      if let work = shared.withLock({ $0.ready.next(by: policy) }) { return work }
      let rested = shared.withLock { $0.takeRestWaiters() }
      if rested.isEmpty { return nil }
      for waiter in rested { waiter.resume() }
    }
  }

  func countJob(of lane: ExecutorLane?) {
    let (isOverLimit, hasNewRunaways) = shared.withLock { shared in
      shared.jobs += 1
      return (shared.jobs >= shared.jobLimit, !shared.newRunaways.isEmpty)
    }
    if isOverLimit {
      stopAllThatRuns(latest: lane)
    } else if hasNewRunaways {
      reportRunaways(deliveries: [])
    }
  }

  /// Takes what does not come to rest off the queue for good.
  func stopAllThatRuns(latest: ExecutorLane?) {
    let dropped = shared.withLock { shared in
      let dropped = shared.ready.removeAll()
      var lanes = dropped.compactMap { if case .job(_, let lane) = $0 { lane } else { nil } }
      // An effect that keeps hopping to the main actor and back is never in the queue by now.
      if dropped.isEmpty, let latest, latest.isActive, !latest.isParked { lanes = [latest] }
      for lane in lanes where shared.runaways.insert(lane.origin.id).inserted {
        shared.newRunaways.append(lane)
      }
      shared.jobs = 0
      return dropped
    }
    reportRunaways(
      deliveries: dropped.compactMap {
        if case .delivery(let delivery) = $0 { delivery.value } else { nil }
      })
  }

  /// Says which effects have been stopped.
  func reportRunaways(deliveries: [() -> Void]) {
    let (runaway, handler) = shared.withLock { shared in
      let lanes = shared.newRunaways.sorted { $0.origin.id < $1.origin.id }
      shared.newRunaways = []
      shared.admitted = 0
      return (
        RuntimeConfined(Runaway(limit: shared.jobLimit, lanes: lanes, deliveries: deliveries)),
        shared.onRunaway
      )
    }
    if runaway.value.lanes.isEmpty, deliveries.isEmpty { return }
    // What an effect would do next is dropped, so it never lets go of its `send`.
    for lane in runaway.value.lanes { lane.effectCannotSend() }
    handler?.value(runaway.value)
  }

  // MARK: - The end

  /// Runs what can run at once, then `last`, and what can run after that. From then on the global
  /// executor has what is left.
  ///
  /// For the end of a store, which cannot suspend. When somebody else is draining, they see to it.
  package func close(_ last: @escaping () -> Void) {
    let end: () -> Void = { [self] in
      _ = startCounting()
      runReady()
      issues.flush()
      last()
      runReady()
      issues.flush()
      forwardRest()
    }
    let confined = RuntimeConfined(end)
    let isFree = shared.withLock { shared in
      if shared.isDraining { shared.turns.append(.end(confined)) }
      defer { shared.isDraining = true }
      return !shared.isDraining
    }
    guard isFree else { return }
    end()
    endTurn()
  }

  func forwardRest() {
    let rest = shared.withLock { shared in
      shared.isClosed = true
      // Lanes refer to their scheduler, and the handler to what the store has recorded.
      shared.restless = [:]
      shared.onRunaway = nil
      return shared.ready.removeAll()
    }
    for case .job(let job, _) in rest { globalConcurrentExecutor.enqueue(job) }
    issues.close()
  }
}
