import Core
import FocusedTestStore

extension FailureMessages {
  static let exploredWithoutSchedules = """
    Expected `explore` to run under schedules, but nothing runs this test more than once.
    Each action sequence needs a separate run of the test: use `@Test(.schedules(1000))`, or \
    `await withSchedules(1000) { … }` around the creation of the store and all that follows.
    """

  static let nothingOffered = """
    Expected an action that the user could send in the first state, but the closure of `explore` offers none.
    """

  /// A message that follows a failure that the test framework has already reported.
  static let actionSequenceFailed = "The failure above follows a sequence of user actions."

  static func caught(_ error: any Error) -> String { "Caught an error: \(error)" }

  /// The message about an action sequence that fails.
  ///
  /// - Parameters:
  ///   - failure: The message of the failure.
  ///   - limit: The maximum number of action sequences.
  ///   - firstSteps: The number of steps of the sequence that was found first.
  ///   - order: The order of effects in which the sequence fails, if the order is known.
  ///   - replay: The string that repeats the sequence, if the order of effects matters.
  static func actionSequenceFails(
    _ failure: String, _ sequence: PrintedActionSequence, tried: Int, limit: Int, firstSteps: Int,
    order: String?, replay: String?
  ) -> String {
    var message = MessageBuilder(failure)
    add("It fails \(sequence.timing).", sequence, to: &message)
    let first =
      firstSteps == sequence.stepCount ? "" : ", of \(counted(firstSteps, "step")) at first"
    message.add(
      ["Found with action sequence \(tried) of \(limit)\(first)."]
        + (replay.map { replayLines($0, order) } ?? []))
    return message.text
  }

  /// The message about an action sequence in which the process ended.
  static func processEnded(_ sequence: PrintedActionSequence, replay: String?) -> String {
    var message = MessageBuilder(
      """
      In the last run of this test, the process ended during an action sequence: by its last step, by another test, or by hand.
      The last step is not taken now. Then the exploration starts again.
      """)
    add("It took \(counted(sequence.stepCount, "step")).", sequence, to: &message)
    if let replay { message.add(replayLines(replay, nil)) }
    return message.text
  }

  private static func add(
    _ sentence: String, _ sequence: PrintedActionSequence, to message: inout MessageBuilder
  ) {
    message.add(
      "\(sentence) \(sequence.isWhole ? "As a test to paste" : "Replace the call of `explore` with"):",
      sequence.lines.map { "  \($0)" }, atMost: 40)
    guard !sequence.unrendered.isEmpty else { return }
    message.add(
      "No source code was found for \(sequence.unrendered.joined(separator: " or ")), so complete the test by hand."
    )
  }

  private static func replayLines(_ replay: String, _ order: String?) -> [String] {
    let when = order.map { ": they pass, and the test fails when \($0)" } ?? ""
    return [
      "The order of effects matters as well, which the lines above do not repeat\(when). To repeat it, run the "
        + "explored test alone with",
      "FOCUSED_SCHEDULE=\(replay)",
    ]
  }
}
