/// Turns in which a store makes way for work outside of it, and takes up what has come back.
///
/// A plain value: what has happened goes in, what the store does next comes out.
///
/// Turns are taken on the main actor, in jobs of its own queue, each after the one before: so all
/// that was asked of the main actor before a turn has been done in it, and nothing is asked of it while
/// the store's work runs. Whatever else keeps the machine or the main actor busy, the order of arrivals
/// is the same.
package struct OutsideTurns {
  /// What the store does next.
  package enum Step: Equatable {
    /// Goes behind what has been asked of the main actor meanwhile.
    case pass
    /// Waits until every sender has resumed on its own executor.
    case awaitSenders
    /// Takes up what has arrived: by lane, if the store's work may have run beside the main actor's, so that
    /// the order of what came from several effects is an accident. Other tasks get a turn first if nothing
    /// has come.
    case takeUp(byLane: Bool, afterOthers: Bool)
    case end
  }

  /// The drain that takes the turns. The main actor may come when that has given up.
  package let drain: Int
  private var chance: OutsideChance
  private var isFirst = true
  private var isWaitingForMainActor = true
  private var passesLeft = OutsidePolicy.quietPasses
  private var passes = 0
  private var returns = 0
  /// How often the main actor has come in all, and when the store last looked.
  private var visits = (made: 0, seen: 0)
  private var looksInVain = 0

  package init(of drain: Int = 0, chance: OutsideChance) {
    self.drain = drain
    self.chance = chance
  }

  /// The main actor has done all that was asked of it, and this much has come back in the turn.
  package mutating func mainActorComes(returns: Int) -> Step {
    isWaitingForMainActor = false
    visits.made += 1
    passes += 1
    if returns != self.returns {
      self.returns = returns
      passesLeft = isFirst ? OutsidePolicy.quietPasses : 0
    } else {
      passesLeft -= 1
    }
    return passesLeft > 0 && passes < OutsidePolicy.passesInTurn ? pass() : .awaitSenders
  }

  /// No sender is under way any more. What those did that were goes on in the main actor's queue, and may
  /// bring more.
  package mutating func sendersAreBack(afterWait hasWaited: Bool) -> Step {
    guard hasWaited else { return .takeUp(byLane: isFirst, afterOthers: returns == 0) }
    passesLeft = OutsidePolicy.quietPasses
    return pass()
  }

  /// All that the turn has brought has run.
  package mutating func endTurn(
    bringing result: OutsideChance.Result, after elapsed: Duration, expectsMore: Bool
  ) -> Step {
    chance.endTurn(bringing: result)
    guard expectsMore, chance.hasTurnsLeft(after: elapsed) else { return .end }
    isFirst = false
    (passesLeft, passes, returns) = (OutsidePolicy.quietPasses, 0, 0)
    return pass()
  }

  private mutating func pass() -> Step {
    isWaitingForMainActor = true
    return .pass
  }

  /// The store has waited for a part of its patience. Returns whether the main actor does not come, so
  /// that something may block its thread.
  package mutating func look() -> Bool {
    looksInVain = visits.made == visits.seen ? looksInVain + 1 : 0
    visits.seen = visits.made
    return looksInVain >= OutsidePolicy.looksInVain && isWaitingForMainActor
  }
}
