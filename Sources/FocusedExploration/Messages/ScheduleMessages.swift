import Core
import Foundation
import ReducerDebugging
import FocusedTestStore

extension FailureMessages {
  /// The message about a test that fails under a schedule other than the first.
  static func failsUnder(
    when order: String, stateDifference: String?, deviationCount: Int, found: String,
    replay: String
  ) -> String {
    var message = MessageBuilder(
      """
      Expected the order of effects not to matter, but the test fails when \(order).
      It passes when effects run as they become ready.
      """)
    if let difference = stateDifference {
      message.add("The state at the end, − if it passes and + if it fails:", indented([difference]))
    }
    let deviations =
      deviationCount < 2 ? "" : " It takes \(deviationCount) deviations."
    message.add(
      """
      \(found)\(deviations) To repeat it, run this test alone with
      FOCUSED_SCHEDULE=\(replay)
      """)
    return message.text
  }

  /// A sentence with the number of schedules that ran, and whether the schedules before the failing one seemed to cover
  /// every order.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of schedules; `nil` for `.all`.
  ///   - covering: The number of schedules that seemed to cover every order before the failing one ran.
  static func found(
    withSchedule number: Int, of limit: Int?, after covering: Int?
  ) -> String {
    let found = "Found with schedule \(number)\(limit.map { " of \($0)" } ?? "")"
    guard let covering else {
      return limit == nil ? "\(found), before the schedules stood for every order." : "\(found)."
    }
    return """
      \(found). The first \(counted(covering, "schedule")) seemed to stand for every order, so something besides \
      the state matters, such as an object that effects share.
      """
  }

  /// The first difference between the orders of two runs, in a sentence.
  static func arrives(_ early: String, before late: String) -> String {
    "\(early) arrives before \(late)"
  }

  static func arrives(_ name: String, of early: String?, beforeThatOf late: String?) -> String {
    guard let early, let late else { return "\(name) arrives from another effect first" }
    return "\(name) of \(early) arrives before that of \(late)"
  }

  static func arrives(_ early: String, insteadOf missing: String) -> String {
    "\(early) arrives before \(missing), which then does not arrive at all"
  }

  static func arrives(_ name: String, inPlaceOf other: String) -> String {
    "\(name) arrives in place of \(other)"
  }

  static func arrivesInAddition(_ name: String) -> String {
    "\(name) arrives, which it does not do otherwise"
  }

  static func doesNotArrive(_ name: String) -> String { "\(name) does not arrive" }

  static func runs(_ early: String, before late: String) -> String {
    "\(early) runs before \(early == late ? "another one" : late)"
  }

  static let otherStoreWakes = "another store is the first of those that a clock wakes at once"

  static func testGoesOn(before left: String) -> String {
    "the next `send` runs before \(left) continues"
  }

  /// The name of an effect, or of one of its tasks.
  static func place(of effect: EffectOrigin, isPart: Bool) -> String {
    isPart ? "a task of \(place(of: effect))" : place(of: effect)
  }

  static let runInAnotherOrder = "its effects run in another order"

  /// The message about a failure under a schedule that passes when the test runs under that schedule again.
  static func failsOnlySometimes(_ replay: String) -> String {
    """
    The test failed under a schedule, but passed when it ran under the same schedule again.
    It depends on something besides the order of its effects, such as a real clock, a detached task, or a random \
    value. `checkingDeterminism: true` looks for it.
    The schedule was FOCUSED_SCHEDULE=\(replay)
    """
  }

  static func failsInReplay(_ replay: String) -> String {
    "This test ran under the schedule \(replay)."
  }

  // MARK: - Determinism

  /// The message about an action in the second run that differs, or that another effect sent.
  static func actionDiffers(
    inStep step: Int, first: String?, second: String?, _ difference: Difference?
  ) -> String {
    var message = MessageBuilder(
      """
      Expected two runs under the same schedule to be the same, but action \(step + 1) differs.
      First it was \(first ?? "none"), then \(second ?? "none").
      """)
    message.add(likelyCause(of: difference))
    return message.text
  }

  /// The message about an action that led to another state in the second run.
  static func stateDiffers(
    inStep step: Int, after name: String, _ difference: Difference?
  ) -> String {
    var message = MessageBuilder(
      """
      Expected two runs under the same schedule to be the same, but the state after action \(step + 1), \
      \(name), differs.
      """)
    if let difference { message.add(difference.lines(), atMost: 20) }
    message.add(likelyCause(of: difference))
    return message.text
  }

  private static func likelyCause(of difference: Difference?) -> String {
    let values = difference?.fieldChanges.flatMap { [$0.old, $0.new] } ?? []
    func contains<Value>(_: Value.Type) -> Bool { values.contains { $0 is Value } }
    if contains(UUID.self) {
      return "The likely cause is a `UUID()`. Use `@Dependency(\\.uuid)`."
    }
    if contains(Date.self) {
      return "The likely cause is a `Date()`. Use `@Dependency(\\.date.now)`."
    }
    if values.contains(where: { $0 is any BinaryFloatingPoint || $0 is any BinaryInteger }) {
      return """
        The likely cause is a random number, or state that the runs share. Use \
        `@Dependency(\\.withRandomNumberGenerator)`, and create the objects that it uses in the test.
        """
    }
    return """
      The likely cause is work that no effect manages: a detached task, a callback, a real clock; or state \
      that the runs share.
      """
  }

  static func endsDifferently(stores first: Int, _ second: Int) -> String {
    first == second
      ? "Expected two runs under the same schedule to be the same, but the second one failed."
      : """
      Expected two runs under the same schedule to be the same, but the first created \
      \(counted(first, "store")) and the second \(second).
      """
  }

  // MARK: - Every order

  /// The coverage of `.all`, and whether the coverage or the limit ended the runs.
  ///
  /// - Parameter flaw: The reason why no order covers another.
  static func covered(_ explored: ExploredSchedules, isAtLimit: Bool, flaw: String?) -> String {
    if explored.hasEveryOrder { return "Tried \(explored)." }
    var message = MessageBuilder(
      isAtLimit
        ? """
        Tried \(explored), as many as `.all` allows here. There are other orders, and the test may depend on one.
        `.all(atMost:)` allows more runs.
        """
        : """
        Tried \(explored), all that can be chosen. They don't stand for every order: actions arrive from outside \
        the store, such as from the main actor, an unstructured task, or a callback.
        """)
    message.add(flaw ?? "")
    return message.text
  }

  /// The message about two actions that seemed to commute, but don't.
  static func dontCommute(when order: String, stateDifference: String?) -> String {
    var message = MessageBuilder(
      """
      No order stands for another, because two actions that seemed to commute don't: the result differs when \(order).
      The likely cause is an object that effects or reducers share, or a reducer that treats a rare order in a special way.
      """)
    if let stateDifference {
      message.add("The state at the end, + in that order:", indented([stateDifference]))
    }
    return message.text
  }

  static let equalOrdersDiffer = """
    No order stands for another, because equal orders led to different results.
    `checkingDeterminism: true` looks for the cause.
    """

  // MARK: - Wrong input

  static func tooFewSchedules(_ count: Int) -> String {
    """
    Expected at least 1 schedule, but got \(count). The test ran once, with its effects in the order in which \
    they became ready.
    """
  }

  static let nothingToExplore = """
    Expected the test to create a store in the closure of `withSchedules`, but it created none.
    A store that was created before does not follow the schedules.
    """

  static let nothingToChoose = """
    1 schedule: nothing in this test runs at the same time.
    A schedule chooses between tasks of effects that are ready at once, and each `send` runs until effects are \
    idle, unless you pass `overlappingSends: true`.
    """

  /// - Parameter isOfProcess: Whether the string is the value of `FOCUSED_SCHEDULE`.
  static func flawedReplay(
    _ text: String, _ flaw: ScheduleReplay.Flaw, isOfProcess: Bool
  ) -> String {
    let place = isOfProcess ? "in FOCUSED_SCHEDULE" : "here"
    if case .version(let version) = flaw {
      return """
        Expected a replay string of version \(ScheduleReplay.version) \(place), but “\(text)” is of version \
        \(version).
        Explore the test again to get a new one.
        """
    }
    let texts = isOfProcess ? "`shuffle`, `shuffle:SEED` or a replay string" : "a replay string"
    return """
      Expected \(texts) \(place), but found “\(text)”.
      Copy the whole replay string from the issue of a test that failed under a schedule.
      """
  }

  static func replayOfAnotherTest(_ text: String) -> String {
    """
    The replay string “\(text)” belongs to another test.
    A replay string repeats the test that reported it, under its `.schedules` or `withSchedules`. Run that test \
    alone, with `--filter`.
    """
  }

  static func replayDoesNotFit(_ text: String, misfits: Int) -> String {
    """
    The replay string “\(text)” no longer fits this test: \(counted(misfits, "choice")) did not occur.
    The test or its feature has changed since. Explore the test again to get a new one.
    """
  }
}
