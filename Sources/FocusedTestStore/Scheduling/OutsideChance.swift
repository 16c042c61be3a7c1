/// How long a drain makes way for work beyond the queue: on the main actor, in unstructured tasks, in
/// callbacks.
///
/// A plain value. The chance ends when a number of turns in a row bring nothing, and also when work
/// keeps coming in: an effect with a steady source, such as a loop that sleeps for a millisecond,
/// must not keep `send` from returning. What the main actor brings is in a fixed order and costs no
/// real waiting of its own, so it gets many turns for sure: on a busy machine each takes as long as
/// every other test that is ready to run.
package struct OutsideChance {
  private static let arrivalsForSure = 100
  private static let timeForArrivalsForSure = Duration.milliseconds(100)
  private static let turnsForSure = 1_000
  private static let timeForTurnsForSure = Duration.seconds(30)
  /// How long a turn may take on a busy machine, or with a busy main actor.
  static let patience = Duration.seconds(30)

  private let fruitlessTurnsAllowed: Int
  private var fruitlessTurns = 0
  private var turns = 0
  /// What has come from elsewhere than the main actor.
  private var arrivals = 0

  package init(turns: Int) {
    fruitlessTurnsAllowed = turns
  }

  /// Whether another turn is due, this long after the first one began.
  package func hasTurnsLeft(after elapsed: Duration) -> Bool {
    fruitlessTurns < fruitlessTurnsAllowed
      && (arrivals < Self.arrivalsForSure || elapsed < Self.timeForArrivalsForSure)
      && (turns < Self.turnsForSure || elapsed < Self.timeForTurnsForSure)
  }

  package mutating func endTurn(bringing result: Result) {
    turns += 1
    fruitlessTurns = result.isNothing ? fruitlessTurns + 1 : 0
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
