/// How long a store makes way for work outside of it: each number, and its reason.
package enum OutsidePolicy {
  /// Turns in a row that may bring nothing, unless the test says another number. An effect that hops
  /// between actors is back after a few; one that waits for a timer is not, and costs them all.
  package static let turnsInVain = 20
  /// Arrivals, and the time for them, that are taken up in any case. A steady source, such as a loop that
  /// sleeps for a millisecond, must not keep `send` from returning.
  package static let arrivalsForSure = 100
  package static let timeForArrivalsForSure = Duration.milliseconds(100)
  /// Turns, and the time for them, that are taken as long as they bring something. What the main actor
  /// brings is in a fixed order and costs no real waiting of its own; on a busy machine each turn takes as
  /// long as every other test that is ready to run.
  package static let turnsForSure = 1_000
  package static let timeForTurnsForSure = Duration.seconds(30)
  /// Idle passes of the main actor required before arrivals are accepted, and before other tasks get a turn.
  ///
  /// Effects prefer their lane, so a switch to the main actor's own code can go through its queue again,
  /// while the store's work runs elsewhere. How far such a switch has come must not decide the order.
  package static let quietPasses = 4
  /// Passes of the main actor in one turn, whatever they bring: a source that sends without waiting must
  /// not keep a turn from ending.
  package static let passesInTurn = 100
  /// How long the main actor may take to come, and a sender to resume, on a busy machine.
  static let patience = Duration.seconds(30)
  /// Looks in a row, in that time, that must find that the main actor has not come: one alone may
  /// be late because the whole process stood still.
  package static let looksInVain = 6
  /// How long, in seconds, the main actor waits at its `send` for the store's work. What an effect does
  /// without suspending may wait for the main actor in its turn.
  static let patienceOfMainActor = 1
  /// The delays before a waiting call looks whether a task that an effect started with `Task {}` has ended. The delay
  /// doubles from look to look.
  static let firstLookForTaskEnds = Duration.milliseconds(1)
  static let longestLookForTaskEnds = Duration.milliseconds(64)
  /// Yields to tasks that belong to no test store, which nothing tells when they rest. Each is also a pass of
  /// the main actor; a few hops are enough for a task that a clock or a stub has woken.
  static let yieldsToOtherTasks = 10
}
