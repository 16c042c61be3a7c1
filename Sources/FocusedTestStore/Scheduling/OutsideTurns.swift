import Core
import Synchronization

/// Turns in which a store makes way for work outside of it, and takes up what has come back.
///
/// They are taken on the main actor, in jobs of its own queue, each made by the one before: so all
/// that was asked of the main actor before a turn has been done in it, and nothing is asked of it while
/// the store's work runs. Whatever else keeps the machine or the main actor busy, the order of arrivals
/// is the same.
///
/// Jobs and not a loop: a task that waits is resumed by way of the global executor, which has no order.
final class OutsideTurns: Sendable {
  /// How many times in a row the main actor must bring nothing before the first arrivals are taken up,
  /// and before other tasks get a turn.
  ///
  /// Effects prefer their lane, so a switch to the main actor's own code can go through its queue again.
  /// It does so while the store's work runs elsewhere, and how far it has come must not count.
  private static let quietPasses = 4

  private let scheduler: EffectScheduler
  private let state = Atomic(State.notBegun)

  enum State: Int, AtomicRepresentable {
    case notBegun, begun, over, givenUp
  }

  init(for scheduler: EffectScheduler) {
    self.scheduler = scheduler
  }

  /// Takes all turns that are due. Returns `false` if the main actor does not begin in time: a test may
  /// block its thread.
  nonisolated(nonsending) func take() async -> Bool {
    var deadline = ContinuousClock.now + OutsideChance.patience
    let turnsOver = scheduler.outsideTurnsOver
    var seen = turnsOver.count
    pass(Progress(chance: OutsideChance(turns: scheduler.outsideTurns)))
    while state.load(ordering: .acquiring) != .over {
      if !(await turnsOver.waitUncancelled(past: seen, until: deadline)) {
        if giveUp() { return false }
        deadline = .now(plus: .seconds(Int64.max))
      }
      seen = turnsOver.count
    }
    return true
  }

  private func giveUp() -> Bool {
    state.compareExchange(expected: .notBegun, desired: .givenUp, ordering: .acquiringAndReleasing)
      .exchanged
  }

  /// How far the turns have come.
  private struct Progress {
    var chance: OutsideChance
    let start = ContinuousClock.now
    private var isFirst = true
    private var passesLeft = OutsideTurns.quietPasses
    private var arrivals = 0

    init(chance: OutsideChance) {
      self.chance = chance
    }

    /// Whether the main actor must do more before this many arrivals are taken up.
    mutating func mustWait(for arrivals: Int) -> Bool {
      if arrivals != self.arrivals {
        self.arrivals = arrivals
        // After the first turn the store's work has run here, and not beside the main actor's.
        passesLeft = isFirst ? OutsideTurns.quietPasses : 0
      } else {
        passesLeft -= 1
      }
      return passesLeft > 0
    }

    mutating func endTurn() {
      isFirst = false
      passesLeft = OutsideTurns.quietPasses
      arrivals = 0
    }
  }

  /// Goes on when the main actor has done all that has been asked of it.
  private func pass(_ progress: Progress) {
    Task { @MainActor in
      if state.compareExchange(
        expected: .notBegun, desired: .begun, ordering: .acquiringAndReleasing
      ).original != .givenUp {
        await goOn(progress)
      }
    }
  }

  @MainActor private func goOn(_ progress: Progress) async {
    var progress = progress
    let arrivals = scheduler.arrivalCount
    if progress.mustWait(for: arrivals) { return pass(progress) }
    if arrivals == 0 {
      await scheduler.sendersReturn()
      // Tasks elsewhere get a turn, too.
      if scheduler.arrivalCount == 0 { await Task.yield() }
    }
    let result = scheduler.runArrivals()
    progress.chance.endTurn(bringing: result)
    progress.endTurn()
    if progress.chance.hasTurnsLeft(after: .now - progress.start), scheduler.expectsMore {
      pass(progress)
    } else {
      state.store(.over, ordering: .releasing)
      scheduler.outsideTurnsOver.fire()
    }
  }
}
