import Core
import Synchronization

// What happens beyond the queue: on the main actor, in unstructured tasks, in callbacks.
extension EffectScheduler {
  /// Makes way for work outside, as long as that brings new jobs, within the bounds of an
  /// ``OutsideChance``.
  nonisolated(nonsending) func makeWay() async {
    guard shared.withLock({ $0.outside.isExpected() }) else { return }
    var chance = OutsideChance(turns: outsideTurns)
    let start = ContinuousClock.now
    repeat {
      _ = shared.withLock { $0.outside.takeArrivals() }
      let mainActorIsFree = await takeOutsideTurn()
      let result = shared.withLock { $0.outside.takeArrivals() }
      runReady()
      chance.endTurn(bringing: result)
      if !mainActorIsFree { break }
    } while chance.hasTurnsLeft(after: ContinuousClock.now - start)
      && shared.withLock({ $0.outside.isExpected() })
    shared.withLock { $0.outside.chanceIsOver() }
  }

  /// Suspends until the outside world has had a turn, or has brought work. Returns whether the main
  /// actor takes turns at all.
  nonisolated(nonsending) private func takeOutsideTurn() async -> Bool {
    await sendersReturn()
    if hasWork { return true }
    guard await mainActorTurn() else { return false }
    if !hasWork { await Task.yield() }
    return true
  }

  private var hasWork: Bool { shared.withLock { !$0.work.isEmpty } }

  /// Waits until every sender has resumed on its own executor.
  ///
  /// The way back to an actor may lead through the global executor, so a busy machine could make it
  /// take longer than any number of yields.
  nonisolated(nonsending) private func sendersReturn() async {
    let deadline = ContinuousClock.now + OutsideChance.patience
    while true {
      let seen = events.count
      let mustWait = shared.withLock { $0.work.isEmpty && $0.outside.hasReturningSenders }
      guard mustWait, await events.wait(past: seen, until: deadline) else { return }
    }
  }

  /// Waits until the main actor has done what was asked of it before, or has brought work. Returns
  /// whether it did so in time.
  ///
  /// The main actor runs its jobs in order, so this makes hops to it deterministic. The deadline is
  /// there for a main thread that the test itself blocks.
  nonisolated(nonsending) private func mainActorTurn() async -> Bool {
    let deadline = ContinuousClock.now + OutsideChance.patience
    let turn = Turnstile()
    var seen = events.count
    Task { @MainActor [events] in
      turn.hasPassed.store(true, ordering: .releasing)
      events.fire()
    }
    while !turn.hasPassed.load(ordering: .acquiring), !hasWork {
      guard await events.wait(past: seen, until: deadline) else { return false }
      seen = events.count
    }
    return true
  }

  private final class Turnstile: Sendable {
    let hasPassed = Atomic(false)
  }

  /// Makes way for tasks that belong to no test store. They run where nothing tells when they rest.
  nonisolated(nonsending) static func makeWayForOthers() async {
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
  /// that belongs to no test store.
  nonisolated(nonsending) static func settle(_ lanes: [(any EffectLane)?]) async {
    var settled: [any EffectDriver] = []
    for driver in lanes.compactMap({ $0?.driver })
    where !settled.contains(where: { $0 === driver }) {
      settled.append(driver)
      await driver.settle()
    }
    if lanes.isEmpty || lanes.contains(where: { $0?.driver == nil }) {
      await EffectScheduler.makeWayForOthers()
    }
  }
}
