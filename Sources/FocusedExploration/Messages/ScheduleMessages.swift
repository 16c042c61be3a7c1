import Core
import FocusedTestStore

extension FailureMessages {
  /// The line that a process prints when it shuffles its tests.
  static func shuffled(by seed: UInt64) -> String {
    "FocusedTestStore: effects run in random orders. To repeat them: FOCUSED_SCHEDULE=shuffle:\(String(seed, radix: 16))"
  }

  /// The message about a test that fails under a schedule other than the first.
  static func failsUnder(
    when order: String, deviationCount: Int, found number: Int, limit: Int, replay: String
  ) -> String {
    var message = MessageBuilder(
      """
      Expected the order of effects not to matter, but the test fails when \(order).
      It passes when effects run as they become ready.
      """)
    let deviations =
      deviationCount < 2 ? "" : " It takes \(deviationCount) deviations."
    message.add(
      """
      Found with schedule \(number) of \(limit).\(deviations) To repeat it, run this test alone with
      FOCUSED_SCHEDULE=\(replay)
      """)
    return message.text
  }

  /// The first difference between the orders of two runs, in a sentence.
  static func arrives(_ early: String, before late: String) -> String {
    "\(early) arrives before \(late)"
  }

  static func arrives(_ name: String, of early: String?, beforeThatOf late: String?) -> String {
    guard let early, let late else { return "\(name) arrives from another effect first" }
    return "\(name) of \(early) arrives before that of \(late)"
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

  /// The name of an effect, or of one of its tasks.
  static func place(of effect: EffectOrigin, isPart: Bool) -> String {
    isPart ? "a task of \(place(of: effect))" : place(of: effect)
  }

  static let runInAnotherOrder = "its effects run in another order"

  /// The message about a failure under a schedule that passes when the test runs under that schedule again.
  static func failsOnlySometimes(_ replay: String) -> String {
    """
    The test failed under a schedule, but passed when it ran under the same schedule again.
    It depends on something besides the order of its effects, such as a real clock, a detached task, or a random value.
    The schedule was FOCUSED_SCHEDULE=\(replay)
    """
  }

  static func failsInReplay(_ replay: String) -> String {
    "This test ran under the schedule \(replay)."
  }

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
    A schedule chooses between tasks of effects that are ready at once, and each `send` runs until effects are idle.
    """

  /// The message about a wrong value of `FOCUSED_SCHEDULE`.
  static func flawedReplay(_ text: String, _ flaw: ScheduleReplay.Flaw) -> String {
    if case .version(let version) = flaw {
      return """
        Expected a replay string of version \(ScheduleReplay.version) in FOCUSED_SCHEDULE, but “\(text)” is of \
        version \(version).
        Explore the test again to get a new one.
        """
    }
    return """
      Expected `shuffle`, `shuffle:SEED` or a replay string in FOCUSED_SCHEDULE, but found “\(text)”.
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
