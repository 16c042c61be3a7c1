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
  /// Idle passes of the main actor required before arrivals are accepted, and before other tasks get a turn.
  ///
  /// Effects prefer their lane, so a switch to the main actor's own code can go through its queue again,
  /// while the store's work runs elsewhere. How far such a switch has come must not decide the order.
  private static let quietPasses = 4
  /// How many times the main actor is waited for in one turn, whatever it brings: a source that sends
  /// without waiting must not keep a turn from ending.
  private static let mostPasses = 100

  private let scheduler: EffectScheduler
  private let state = Atomic(State.waiting)
  private let passesMade = Atomic(0)

  private enum State: Int, AtomicRepresentable {
    /// For the main actor.
    case waiting
    case taken, over, givenUp
  }

  init(for scheduler: EffectScheduler) {
    self.scheduler = scheduler
  }

  /// Takes all turns that are due. Returns `false` if the main actor does not come in time: something
  /// may block its thread.
  nonisolated(nonsending) func take() async -> Bool {
    let turnsOver = scheduler.outsideTurnsOver
    var seen = turnsOver.count
    var looksInVain = 0
    pass(Progress(chance: OutsideChance(turns: scheduler.outsideTurns)))
    while state.load(ordering: .acquiring) != .over {
      let passes = passesMade.load(ordering: .relaxed)
      let deadline = ContinuousClock.now + OutsideChance.patience / 6
      if !(await turnsOver.waitUncancelled(past: seen, until: deadline)) {
        looksInVain = passesMade.load(ordering: .relaxed) == passes ? looksInVain + 1 : 0
        if looksInVain >= 6, giveUp() { return false }
      }
      seen = turnsOver.count
    }
    return true
  }

  /// Gives up, unless the main actor is at it now.
  private func giveUp() -> Bool {
    guard scheduler.turnDoor(open: false) else { return false }
    let isOver = state.compareExchange(
      expected: .waiting, desired: .givenUp, ordering: .acquiringAndReleasing
    ).exchanged
    if !isOver { scheduler.turnDoor(open: true) }
    return isOver
  }

  /// How far the turns have come.
  private struct Progress {
    var chance: OutsideChance
    let start = ContinuousClock.now
    /// Whether the store's work may have run beside the main actor's: then the order of what came from
    /// several effects is an accident.
    private(set) var isFirst = true
    private var passesLeft = OutsideTurns.quietPasses
    private var passes = 0
    private var arrivals = 0

    init(chance: OutsideChance) {
      self.chance = chance
    }

    /// Whether the main actor must do more before this many arrivals are taken up.
    mutating func mustWait(for arrivals: Int) -> Bool {
      passes += 1
      if arrivals != self.arrivals {
        self.arrivals = arrivals
        passesLeft = isFirst ? OutsideTurns.quietPasses : 0
      } else {
        passesLeft -= 1
      }
      return passesLeft > 0 && passes < OutsideTurns.mostPasses
    }

    /// What returned goes on in the main actor's queue, and may bring more.
    mutating func hasWaitedForSenders() {
      passesLeft = OutsideTurns.quietPasses
    }

    mutating func endTurn() {
      isFirst = false
      passesLeft = OutsideTurns.quietPasses
      passes = 0
      arrivals = 0
    }
  }

  /// Goes on when the main actor has done all that has been asked of it.
  private func pass(_ progress: Progress) {
    state.store(.waiting, ordering: .releasing)
    Task { @MainActor in
      passesMade.add(1, ordering: .relaxed)
      if state.compareExchange(
        expected: .waiting, desired: .taken, ordering: .acquiringAndReleasing
      ).exchanged {
        await goOn(progress)
      }
    }
  }

  @MainActor private func goOn(_ progress: Progress) async {
    var progress = progress
    let arrivals = scheduler.returnCount
    if progress.mustWait(for: arrivals) { return pass(progress) }
    if await scheduler.sendersReturn(until: progress.start + OutsideChance.patience) {
      progress.hasWaitedForSenders()
      return pass(progress)
    }
    // Tasks elsewhere get a turn, too.
    if arrivals == 0 { await Task.yield() }
    let result = scheduler.runArrivals(byLane: progress.isFirst)
    progress.chance.endTurn(bringing: result)
    progress.endTurn()
    if progress.chance.hasTurnsLeft(after: .now - progress.start), scheduler.expectsMore {
      pass(progress)
    } else {
      scheduler.turnDoor(open: false)
      state.store(.over, ordering: .releasing)
      scheduler.outsideTurnsOver.fire()
    }
  }
}
