import Core
import FocusedTestStore
import ReducerDebugging

/// The number of schedules that a test has run under, and their coverage.
public struct ExploredSchedules: Sendable, Hashable, CustomStringConvertible {
  /// The number of different schedules.
  public let count: Int
  /// Whether the runs cover every order in which actions can arrive, if the test's effects share nothing but their
  /// store and their actors. An order is covered if it ran, or if it commutes with an order that ran.
  ///
  /// `.all`, and a number of at least 100 schedules, determine which orders commute; the article <doc:Schedules>
  /// describes how. The value is `false` if an effect sends from the main actor or from an unstructured task.
  public let hasEveryOrder: Bool
  /// Whether each schedule has run. The value is `false` if an effect sends from outside the store.
  public let isComplete: Bool

  /// For example, `all 24 schedules`, `41 schedules, which stand for every order`, or `200 schedules`. For an
  /// exploration: `all 341 action sequences of up to 4 steps`, `1000 action sequences with every state of up to 12
  /// steps`, or `1000 action sequences of up to 12 steps`. If effects can run in several orders: `1000 action sequences
  /// of up to 12 steps, with every order of effects in 5 of 7 states`.
  public let description: String
}

extension ExploredSchedules {
  /// A single run.
  static let once = Self(
    count: 1, hasEveryOrder: false, isComplete: false, description: "1 schedule")

  init(_ search: ScheduleSearch) {
    let isComplete = search.isComplete
    let limit = search.scriptLimit
    var text = counted(search.triedCount, limit == nil ? "schedule" : "action sequence")
    if isComplete { text = "all \(text)" }
    if let limit {
      if !isComplete, search.hasEveryState { text += " with every state" }
      text += " of up to \(counted(limit, "step"))"
      let states = search.statesWithOrders
      if !isComplete, states.count > 0 {
        let covered = grouped(states.coveredCount)
        text += ", with every order of effects in \(covered) of \(counted(states.count, "state"))"
      }
    } else if !isComplete, search.hasEveryOrder {
      text += ", which stand for every order"
    }
    self.init(
      count: search.triedCount, hasEveryOrder: search.hasEveryOrder, isComplete: isComplete,
      description: text)
  }
}
