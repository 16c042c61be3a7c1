/// Whether a drain still makes way for work beyond the queue: on the main actor, in unstructured tasks, in
/// callbacks.
///
/// A plain value. The chance ends when a number of turns in a row bring nothing, and also when work
/// keeps coming in.
package struct OutsideChance {
  private let turnsInVainAllowed: Int
  private var turnsInVain = 0
  private var turns = 0
  /// What has come from elsewhere than the main actor.
  private var arrivals = 0

  package init(turns: Int) {
    turnsInVainAllowed = turns
  }

  /// Whether another turn is due, this long after the first one began.
  package func hasTurnsLeft(after elapsed: Duration) -> Bool {
    turnsInVain < turnsInVainAllowed
      && (arrivals < OutsidePolicy.arrivalsForSure
        || elapsed < OutsidePolicy.timeForArrivalsForSure)
      && (turns < OutsidePolicy.turnsForSure || elapsed < OutsidePolicy.timeForTurnsForSure)
  }

  package mutating func endTurn(bringing result: Result) {
    turns += 1
    turnsInVain = result.isNothing ? turnsInVain + 1 : 0
    arrivals += result.fromElsewhere
  }

  /// How much a turn brought.
  package struct Result {
    package var fromMainActor = 0
    package var fromElsewhere = 0

    package init(fromMainActor: Int = 0, fromElsewhere: Int = 0) {
      self.fromMainActor = fromMainActor
      self.fromElsewhere = fromElsewhere
    }

    var isNothing: Bool { fromMainActor == 0 && fromElsewhere == 0 }
  }
}
