import Core

// Whose turn it is, and what runs meanwhile.
extension EffectScheduler: EffectDriver {
  /// Has the thread to itself for as long as `operation` takes: nothing drains meanwhile.
  nonisolated(nonsending) package func exclusively<R>(
    _ operation: nonisolated(nonsending) () async -> R
  ) async -> R {
    await takeTurn()
    let result = await operation()
    endTurn()
    return result
  }

  /// Has the drain to itself until ``endTurn()``.
  nonisolated(nonsending) package func takeTurn() async {
    let task = currentTaskIdentity()
    let isFree = shared.withLock { shared in
      shared.turns.driver = task
      return shared.turns.takeIfFree()
    }
    if isFree { return }
    await withCheckedContinuation { continuation in
      let isFree = shared.withLock { $0.turns.take(orWaitAs: .drain(continuation)) }
      if isFree { continuation.resume() }
    }
  }

  private func takeTurnNow() -> Bool {
    shared.withLock { $0.turns.takeIfFree() }
  }

  /// Lets the next one drain, and reports what the effects found wrong.
  package func endTurn() {
    // What explains the issues is only for the holder of the turn.
    issues.flush()
    handOverTurn()
  }

  /// Lets the next one drain.
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

  /// Runs work that cannot suspend in a turn of its own: now if nothing drains, otherwise at the end of the current
  /// turn.
  package func inOwnTurn(_ work: @escaping () -> Void) {
    let confined = RuntimeConfined(work)
    let isFree = shared.withLock { $0.turns.take(orWaitAs: .work(confined)) }
    guard isFree else { return }
    work()
    handOverTurn()
  }

  /// Ends the turn and takes it again, behind those that wait for it.
  nonisolated(nonsending) func passTurn() async {
    issues.flush()
    guard let hasWorked = shared.withLock({ $0.turns.renew() }) else {
      endTurn()
      return await takeTurn()
    }
    if hasWorked { events.fire() }
  }

  /// Lets everything run that can, and gives what is outside a bounded chance to come back.
  nonisolated(nonsending) package func settle() async {
    await takeTurn()
    await drain()
    endTurn()
  }

  package func somethingHappened() {
    events.fire()
  }

  /// Runs all that can run, and gives what is outside a bounded chance to come back. Only for the
  /// holder of the turn.
  nonisolated(nonsending) package func drain() async {
    if willDrain() { return }
    runArrivals()
    if consumeTestTurn() {
      return endWithoutTurns()
    }
    await yieldToOutsideWork()
  }

  /// The same, until the user comes. Returns whether he has come.
  nonisolated(nonsending) package func drain(until userComes: () -> Bool) async -> Bool {
    if willDrain() { return false }
    takeUpArrivals()
    if runReady(until: userComes) { return true }
    await yieldToOutsideWork()
    return false
  }

  /// Begins a drain. Returns whether all is at rest.
  private func willDrain() -> Bool {
    countDrain()
    return shared.withLock { shared in
      shared.limit.reset()
      let isEmpty = shared.work.readyCount == 0 && shared.work.arrivalCount == 0
      if isEmpty, shared.outside.isAtRest() { return true }
      shared.outside.door.willOpen()
      return false
    }
  }

  /// Lets everything run that can run on this thread, for a caller that cannot suspend.
  package func settleNow() {
    guard takeTurnNow() else { return }
    beginDrain()
    runArrivals()
    endTurn()
  }

  private func beginDrain() {
    countDrain()
    shared.withLock { $0.limit.reset() }
  }

  /// Whether this task is the one that drives the store, so that nothing happens there while it waits.
  func isDriven(by task: UInt) -> Bool {
    shared.withLock { $0.turns.driver == task }
  }

  // MARK: - The end

  /// Runs what can run at once, then `work`, and what can run after that. Returns `false`, and does
  /// nothing, while another thread drains.
  func atRest(_ work: () -> Void) -> Bool {
    guard takeTurnNow() else { return false }
    beginDrain()
    runArrivals()
    issues.flush()
    asOwnWork(work)
    runReady()
    endTurn()
    return true
  }

  /// Runs what can run at once, then `last`, and what can run after that. From then on the global
  /// executor has what is left.
  ///
  /// For the end of a store, which cannot suspend. The holder of the turn sees to it, if there is
  /// one.
  package func close(_ last: @escaping () -> Void) {
    inOwnTurn { [self] in
      beginDrain()
      runArrivals()
      issues.flush()
      asOwnWork(last)
      runReady()
      issues.flush()
      forwardRest()
    }
  }

  private func forwardRest() {
    let (rest, leftLanes) = shared.withLock { shared in
      shared.life = .over
      // Lanes refer to their scheduler.
      shared.outside.chanceIsOver()
      return (shared.work.removeAllJobs(), shared.outside.removeLeftLanes())
    }
    _ = consume leftLanes
    for work in rest { work.kind.runElsewhere() }
    if isWatched.load(ordering: .relaxed) { Watchdog.shared.letGo(self) }
    issues.close()
  }
}
