import Core
import Synchronization

// What happens beyond the queue: on the main actor, in unstructured tasks, in callbacks.
extension EffectScheduler {
  /// Makes way for work outside, as long as that brings new jobs, within the bounds of an
  /// ``OutsideChance``.
  nonisolated(nonsending) func yieldToOutsideWork() async {
    let isDue = expectsMore
    turnDoor(open: isDue)
    guard isDue else { return }
    if !(await OutsideTurns(for: self).take()) { runArrivals() }
    shared.withLock { $0.outside.chanceIsOver() }
  }

  /// Whether work has arrived, or an effect may be about to come back by itself.
  var expectsMore: Bool {
    shared.withLock { shared in
      shared.work.arrivalCount > 0 || shared.door.isWaitedFor
        || shared.outside.isExpected()
    }
  }

  /// How much has arrived and has not been taken up.
  var arrivalCount: Int { shared.withLock { $0.work.arrivalCount } }

  /// How much has come back since arrivals were taken up: what has arrived, and what was sent on the main
  /// actor.
  var returnCount: Int {
    shared.withLock { $0.work.arrivalCount + $0.outside.sentOnMainActor }
  }

  /// Whether an actor that an effect has come to waits for its turn on the store's executor. Others may
  /// wait for the actor.
  var hasActorWaiting: Bool {
    shared.withLock { shared in
      shared.work.firstArrival { work in
        if case .job(let job) = work.kind { job.isTurnOfActor } else { false }
      } != nil
    }
  }

  /// Takes up what has arrived, and runs all that is ready. Returns how much it was.
  @discardableResult
  func runArrivals(byLane isByLane: Bool = true) -> OutsideChance.Result {
    let result = shared.withLock { shared in
      var result = shared.work.takeUpArrivals(byLane: isByLane)
      result.fromMainActor += shared.outside.sentOnMainActor
      shared.outside.sentOnMainActor = 0
      return result
    }
    runReady()
    return result
  }

  /// Waits until every sender has resumed on its own executor. Returns whether there was one to wait
  /// for.
  ///
  /// The way back to an actor may lead through the global executor, so a busy machine could make it
  /// take longer than any number of yields.
  nonisolated(nonsending) func sendersReturn(
    until deadline: ContinuousClock.Instant
  ) async -> Bool {
    var hasWaited = false
    while true {
      let seen = events.count
      guard shared.withLock({ $0.outside.hasReturningSenders }), !hasActorWaiting,
        ContinuousClock.now < deadline
      else { return hasWaited }
      hasWaited = true
      _ = await events.waitUncancelled(past: seen, until: deadline)
    }
  }

  /// Makes way for tasks that belong to no test store. They run where nothing tells when they rest.
  nonisolated(nonsending) static func yieldToOtherTasks() async {
    for _ in 0..<10 {
      await Task.yield()
      await Task { @MainActor in }.value
    }
  }
}

extension EffectScheduler {
  /// Lets everything come to rest that follows from waking tasks in these lanes.
  ///
  /// For what makes effects wait and wakes them again: a clock, a stub. A lane is `nil` for a task
  /// that belongs to no test store. What has arrived in the caller's stores is taken up too: it may lead to
  /// the first wait of an effect.
  nonisolated(nonsending) static func settle(_ lanes: [(any EffectLane)?]) async {
    var settled: [any EffectDriver] = []
    let expectant = Watchdog.shared.schedulers(withArrivalsFor: currentTaskIdentity())
    for driver in lanes.compactMap({ $0?.driver }) + expectant
    where !settled.contains(where: { $0 === driver }) {
      settled.append(driver)
      await driver.settle()
    }
    if lanes.isEmpty || lanes.contains(where: { $0?.driver == nil }) {
      await EffectScheduler.yieldToOtherTasks()
    }
  }
}
