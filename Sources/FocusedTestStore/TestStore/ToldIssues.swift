import Core

/// What a test has been told already, so that each cause is one issue.
struct ToldIssues {
  /// The effects that have been reported to be in flight.
  private var effects: Set<Int> = []
  /// The steps in which the reducer itself has met with an error. What else is not as expected right after
  /// such a step may well follow from that.
  var failedSteps: Set<Int> = []
  /// The last step that a note on skipped actions has looked at.
  var lastNotedStep = -1

  /// Whether the fields that no comparison reaches have been named.
  var hasNamedUncomparedFields = false

  /// The effects that have not been reported to be in flight. They count as reported from now on.
  mutating func news(among inFlight: [RunningEffect]) -> [RunningEffect] {
    inFlight.filter { effects.insert($0.origin.id).inserted }
  }
}
