import Core
import Dispatch

// Off-executor work: on the main actor, in unstructured tasks, in callbacks.
extension EffectScheduler {
  /// Yields to off-executor work in ``OffExecutorTurns``, as long as new jobs arrive.
  nonisolated(nonsending) func yieldToOffExecutorWork() async {
    let drain = drainCount
    if !(await takeTurns(for: drain)) { runIncomingJobs() }
    shared.withLock { $0.offExecutor.endBudget() }
  }

  /// Takes all turns that are due. Returns `false` if the main actor doesn't respond in time, for example
  /// because its thread is blocked.
  nonisolated(nonsending) private func takeTurns(for drain: Int) async -> Bool {
    // A call from the main actor can take the turns itself.
    if MainQueue.isMainActor(#isolation) {
      await MainQueue.pass()
      await takeTurnsHere(for: drain)
      return true
    }
    var seen = turnsOver.count
    Task { @MainActor in
      await takeTurnsHere(for: drain)
      turnsOver.fire()
    }
    while shared.withLock({ $0.offExecutor.turns != nil }) {
      let deadline =
        ContinuousClock.now + OffExecutorLimits.patience / OffExecutorLimits.looksInVain
      if !(await turnsOver.wait(past: seen, until: deadline, isCancellable: false)),
        shared.withLock({ $0.offExecutor.giveUpTurns() })
      {
        return false
      }
      seen = turnsOver.count
    }
    return true
  }

  /// Takes turns until none is due or the drain has given up. The first turn begins immediately. Only for main-actor
  /// code.
  nonisolated(nonsending) private func takeTurnsHere(for drain: Int) async {
    let start = ContinuousClock.now
    var step = mainActorDidPass(for: drain)
    while let current = step {
      switch current {
      case .pass:
        await MainQueue.pass()
        step = mainActorDidPass(for: drain)
      case .awaitSenders:
        let hasWaited = await sendersReturn(until: start + OffExecutorLimits.patience)
        step = shared.withLock {
          $0.offExecutor.next(for: drain) { $0.sendersDidReturn(afterWait: hasWaited) }
        }
      case .accept(let isByLane, let isAfterOthers):
        if isAfterOthers { await Task.yield() }
        let result = runIncomingJobs(byLane: isByLane)
        let elapsed = ContinuousClock.now - start
        step = shared.withLock { shared in
          let expectsMore = shared.expectsMore
          return shared.offExecutor.next(for: drain) {
            $0.endTurn(bringing: result, after: elapsed, expectsMore: expectsMore)
          }
        }
      case .end: return
      }
    }
  }

  private func mainActorDidPass(for drain: Int) -> OffExecutorTurns.Step? {
    shared.withLock { shared in
      let returns = shared.work.incomingJobCount + shared.offExecutor.sentOnMainActor
      return shared.offExecutor.next(for: drain) { $0.mainActorDidPass(returns: returns) }
    }
  }

  /// Waits until every sender has resumed on its own executor, except if an actor that an effect called waits for its turn
  /// on the store's executor, because other tasks may wait for the actor. Returns whether it waited for a sender.
  ///
  /// A sender may return to its actor through the global executor, which can take longer than any
  /// number of yields on a busy machine.
  nonisolated(nonsending) private func sendersReturn(
    until deadline: ContinuousClock.Instant
  ) async -> Bool {
    var hasWaited = false
    while true {
      let seen = events.count
      let isAwaited = shared.withLock { shared in
        shared.offExecutor.hasReturningSenders
          && shared.work.firstIncomingJob { $0.kind.isTurnOfActor } == nil
      }
      guard isAwaited, ContinuousClock.now < deadline else { return hasWaited }
      hasWaited = true
      _ = await events.wait(past: seen, until: deadline, isCancellable: false)
    }
  }
}

// Sends from main-actor code.
extension EffectScheduler {
  /// Notifies the main actor that a gate was opened or closed. The main actor waits for one store at a time.
  static let gateHasTurned = DispatchSemaphore(value: 0)

  /// Runs an effect's work on the main actor, from which it is called. Returns whether it may run
  /// there.
  func performOnMainActor(for lane: ExecutorLane, _ work: () -> Void) -> Bool {
    while true {
      let answer = shared.withLock { shared in
        let answer = shared.offExecutor.enterFromMainActor(for: lane)
        if case .entered = answer { shared.turns.noteWork() }
        return answer
      }
      switch answer {
      case .entered:
        asOwnWork(work)
        shared.withLock { $0.offExecutor.gate.leave() }
        return true
      case .closed: return false
      case .wait: if !waitForGate() { return false }
      }
    }
  }

  /// Waits until the gate turns, and returns whether it may have turned. A late signal ends the next wait
  /// early, which then checks once more.
  private func waitForGate() -> Bool {
    let patience = DispatchTimeInterval.seconds(OffExecutorLimits.patienceOfMainActor)
    return Self.gateHasTurned.wait(timeout: .now() + patience) == .success
      || !shared.withLock { $0.offExecutor.gate.giveUpWaiting() }
  }
}

extension EffectScheduler {
  /// Runs the stores of some lanes until they are idle, after a clock or a stub has woken tasks in the lanes.
  ///
  /// A lane is `nil` for a task that belongs to no test store. Jobs that have arrived in the caller's stores are
  /// accepted too, because they may lead to the first wait of an effect.
  nonisolated(nonsending) static func settle(_ lanes: [ExecutorLane?]) async {
    let expectant = Watchdog.shared.schedulers(drivenBy: currentTaskIdentity())
      .filter { $0.incomingJobCount > 0 }
    let schedulers = lanes.compactMap { $0?.scheduler } + expectant
    for scheduler in schedulers.withoutRepetitions { await scheduler.settle() }
    guard lanes.isEmpty || lanes.contains(where: { $0 == nil }) else { return }
    // Nothing reports when tasks that belong to no test store are idle.
    for _ in 0..<OffExecutorLimits.yieldsToOtherTasks {
      await Task.yield()
      await Task { @MainActor in }.value
    }
  }
}

extension Array where Element: AnyObject {
  /// The objects of the array in their order, each once.
  var withoutRepetitions: [Element] {
    var found: Set<ObjectIdentifier> = []
    return filter { found.insert(ObjectIdentifier($0)).inserted }
  }
}
