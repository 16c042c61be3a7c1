import Core
import Foundation
import ReducerDebugging

extension FailureMessages {
  /// A test that fails under a schedule that is not the first.
  static func failsUnder(
    _ change: OrderChange, tried: Int, limit: Int, replay: String
  ) -> String {
    var message = MessageBuilder(
      """
      Expected the order of effects not to matter, but the test fails when \(describe(change.kind)).
      It passes when effects run as they become ready.
      """)
    if let difference = change.stateDifference {
      message.add("The state at the end, − if it passes and + if it fails:", indented(difference))
    }
    let deviations =
      change.deviationCount < 2 ? "" : " It takes \(change.deviationCount) deviations."
    message.add(
      """
      Found with schedule \(tried) of \(limit).\(deviations) To repeat it, run this test alone with
      FOCUSED_SCHEDULE=\(replay)
      """)
    return message.text
  }

  private static func describe(_ change: OrderChange.Kind) -> String {
    switch change {
    case .before(let early, let late): "\(early) arrives before \(late)"
    case .same(let name, let early?, let late?):
      "\(name) of \(early) arrives before that of \(late)"
    case .same(let name, _, _): "\(name) arrives from another effect first"
    case .insteadOf(let early, let missing):
      "\(early) arrives before \(missing), which then does not arrive at all"
    case .replaces(let name, let other): "\(name) arrives in place of \(other)"
    case .additional(let name): "\(name) arrives, which it does not do otherwise"
    case .missing(let name): "\(name) does not arrive"
    case .effect(let early, let late): "\(early) runs before \(late)"
    case .unknown: "its effects run in another order"
    }
  }

  /// A failure under a schedule that passes when the test is run under it again.
  static func failsOnlySometimes(_ replay: String) -> String {
    """
    The test failed under a schedule, and passed when it was run under the same one again.
    Something in it is not determined by the order of its effects, as a real clock, a detached task or a \
    random value. `checkingDeterminism: true` looks for it.
    The schedule was FOCUSED_SCHEDULE=\(replay)
    """
  }

  static func failsInReplay(_ replay: String) -> String {
    "The issues of this test are those of the schedule \(replay)."
  }

  // MARK: - Determinism

  static func isNotDeterministic(_ divergence: HistoryDivergence) -> String {
    let difference: Difference?
    var message: MessageBuilder
    switch divergence {
    case .action(let step, let first, let second, let found):
      difference = found
      message = MessageBuilder(
        """
        Expected two runs under the same schedule to be the same, but action \(step + 1) differs.
        First it was \(first ?? "none"), then \(second ?? "none").
        """)
    case .state(let step, let name, let found):
      difference = found
      message = MessageBuilder(
        """
        Expected two runs under the same schedule to be the same, but the state after action \(step + 1), \
        \(name), differs.
        """)
      if let found { message.add(found.lines(), atMost: 20) }
    }
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
        `@Dependency(\\.withRandomNumberGenerator)`, and create in the test what it uses.
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

  // MARK: - Wrong input

  static func tooFewSchedules(_ count: Int) -> String {
    """
    Expected at least 1 schedule, but got \(count). The test ran once, its effects in the order in which they \
    became ready.
    """
  }

  static let nothingToExplore = """
    Expected the test to create a store in the closure of `withSchedules`, but it created none.
    A store that was created before does not follow the schedules.
    """

  static func flawedReplay(
    _ text: String, _ flaw: ScheduleReplay.Flaw, isOfProcess: Bool
  ) -> String {
    let place = isOfProcess ? "in FOCUSED_SCHEDULE" : "here"
    let expected = isOfProcess ? "`shuffle`, `shuffle:SEED` or a replay string" : "a replay string"
    return switch flaw {
    case .damaged:
      """
      Expected \(expected) \(place), but found “\(text)”.
      A replay string is copied whole from the issue of a test that failed under a schedule.
      """
    case .version(let version):
      """
      Expected a replay string of version \(ScheduleReplay.version) \(place), but “\(text)” is of version \
      \(version).
      Explore the test again to get a new one.
      """
    }
  }

  static func replayOfAnotherTest(_ text: String) -> String {
    """
    The replay string “\(text)” is of another test than this one.
    A replay string repeats the test that reported it, under its `.schedules` or `withSchedules`. Run that test \
    alone, with `--filter`.
    """
  }

  static func replayDoesNotFit(_ text: String, misfits: Int) -> String {
    """
    The replay string “\(text)” does not fit this test any more: \(counted(misfits, "choice")) of it did not \
    come up.
    The test or its feature has changed since. Explore the test again to get a new one.
    """
  }

  /// What is printed when a process shuffles its tests.
  static func shuffled(by seed: UInt64) -> String {
    "FocusedTestStore: effects run in random orders. To repeat them: FOCUSED_SCHEDULE=shuffle:\(String(seed, radix: 16))"
  }
}
