import FocusedTestStore

/// What the user did in a run, and where else something could have been done.
struct ScriptTrail: Sendable {
  struct Step: Hashable, Sendable {
    let point: Schedule.Point
    /// The number of the option, from 1.
    let choice: Int
    /// How many options there were.
    let optionCount: Int
    /// What the option is: a hash of it, or 0 if nothing asks for one.
    let label: UInt64
  }

  /// A point at rest at which the script of an exploration ended.
  struct End: Hashable, Sendable {
    let point: Schedule.Point
    /// How many options there were; 0 if the script may have no more steps.
    let optionCount: Int
    /// What tells the state from others, if that is cheap.
    let state: UInt64?
  }

  private(set) var steps: [Step] = []
  /// The ends since the last step. There may be several, if a test explores several times.
  private(set) var ends: [End] = []
  /// How often effects were not at rest and the user could have come, since the last step.
  private(set) var earlyCount = 0
  /// The most steps that an exploration may have.
  private(set) var longest = 0
  /// How many explorations have begun.
  private(set) var explorationCount = 0
  /// How many steps had been taken when something failed.
  private(set) var failedStep: Int?

  mutating func beginExploration(upTo limit: Int) -> Int {
    longest = max(longest, limit)
    defer { explorationCount += 1 }
    return explorationCount
  }

  mutating func append(_ step: Step) {
    steps.append(step)
    ends = []
    earlyCount = 0
  }

  mutating func append(_ end: End) { ends.append(end) }

  mutating func noteEarly() -> Int {
    defer { earlyCount += 1 }
    return earlyCount
  }

  mutating func noteFailure() { if failedStep == nil { failedStep = steps.count } }
}
