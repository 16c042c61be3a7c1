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

  /// The action sequences among the schedules, if the test explored what users could do.
  private var scripts: Scripts?

  private struct Scripts: Hashable {
    let limit: Int
    let haveEveryState: Bool
    /// The number of states in which effects can run in several orders, and the number of those states with every
    /// order.
    let stateCount: Int
    let coveredStateCount: Int
  }

  init(count: Int) {
    (self.count, hasEveryOrder, isComplete) = (count, false, false)
  }

  init(_ search: ScheduleSearch) {
    count = search.triedCount
    hasEveryOrder = search.hasEveryOrder
    isComplete = search.isComplete
    scripts = search.scriptLimit.map { limit in
      let states = search.statesWithOrders
      return Scripts(
        limit: limit, haveEveryState: search.hasEveryState, stateCount: states.count,
        coveredStateCount: states.coveredCount)
    }
  }

  /// For example, `all 24 schedules`, `41 schedules, which stand for every order`, or `200 schedules`. For an
  /// exploration: `all 341 action sequences of up to 4 steps`, `1000 action sequences with every state of up to 12
  /// steps`, or `1000 action sequences of up to 12 steps`. If effects can run in several orders: `1000 action sequences
  /// of up to 12 steps, with every order of effects in 5 of 7 states`.
  public var description: String {
    if let scripts {
      let (some, steps) = (counted(count, "action sequence"), counted(scripts.limit, "step"))
      if isComplete { return "all \(some) of up to \(steps)" }
      let states = scripts.haveEveryState ? " with every state" : ""
      let orders =
        scripts.stateCount == 0
        ? ""
        : ", with every order of effects in \(grouped(scripts.coveredStateCount)) of \(counted(scripts.stateCount, "state"))"
      return "\(some)\(states) of up to \(steps)\(orders)"
    }
    let schedules = counted(count, "schedule")
    if isComplete { return "all \(schedules)" }
    return hasEveryOrder ? "\(schedules), which stand for every order" : schedules
  }
}
