import Core
import FocusedTestStore

/// The number of schedules that a test has run under, and whether there are others.
public struct ExploredSchedules: Sendable, Hashable, CustomStringConvertible {
  /// The number of different schedules.
  public let count: Int
  /// Whether each schedule has run. The value is `false` if an effect sends from outside the store.
  public let isComplete: Bool

  /// For example, `all 24 schedules`, or `200 schedules`. For an exploration: `all 341 action sequences of up to 4
  /// steps`, `1000 action sequences with every state of up to 12 steps`, or `1000 action sequences of up to 12 steps`.
  public let description: String
}

extension ExploredSchedules {
  /// A single run.
  static let once = Self(count: 1, isComplete: false, description: "1 schedule")

  init(_ search: ScheduleSearch) {
    let isComplete = search.isComplete
    var text = counted(
      search.triedCount, search.stepLimit == nil ? "schedule" : "action sequence")
    if isComplete { text = "all \(text)" }
    if let limit = search.stepLimit {
      if !isComplete, search.hasEveryState { text += " with every state" }
      text += " of up to \(counted(limit, "step"))"
    }
    self.init(count: search.triedCount, isComplete: isComplete, description: text)
  }
}
