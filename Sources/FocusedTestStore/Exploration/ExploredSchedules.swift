/// How many schedules a test has run under.
public struct ExploredSchedules: Sendable, Hashable, CustomStringConvertible {
  /// The number of different schedules.
  public let count: Int
  /// Whether there are no others: the test passes in every order.
  public let isComplete: Bool

  init(count: Int, isComplete: Bool) {
    self.count = count
    self.isComplete = isComplete
  }

  init(_ search: ScheduleSearch) {
    self.init(count: search.triedCount, isComplete: search.isComplete)
  }

  /// `all 24 schedules`, or `200 schedules`.
  public var description: String {
    let schedules = count == 1 ? "schedule" : "schedules"
    return isComplete ? "all \(count) \(schedules)" : "\(count) \(schedules)"
  }
}
