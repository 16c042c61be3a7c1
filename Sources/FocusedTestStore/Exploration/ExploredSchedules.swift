/// How many schedules a test has run under.
public struct ExploredSchedules: Sendable, Hashable, CustomStringConvertible {
  /// The number of different schedules.
  public let count: Int
  /// Whether every order in which actions can arrive was among them, as far as the test's effects have nothing
  /// in common but their store and their actors.
  ///
  /// Never where an effect sends from the main actor or from an unstructured task.
  public let hasEveryOrder: Bool
  /// Whether there are no other schedules. Never where an effect sends from outside, either.
  public let isComplete: Bool

  init(count: Int) {
    (self.count, hasEveryOrder, isComplete) = (count, false, false)
  }

  init(_ search: ScheduleSearch) {
    count = search.triedCount
    hasEveryOrder = search.hasEveryOrder
    isComplete = search.isComplete
  }

  /// `all 24 schedules`, `200 schedules with every order of actions`, or `200 schedules`.
  public var description: String {
    let schedules = "\(count) \(count == 1 ? "schedule" : "schedules")"
    if isComplete { return "all \(schedules)" }
    return hasEveryOrder ? "\(schedules) with every order of actions" : schedules
  }
}
