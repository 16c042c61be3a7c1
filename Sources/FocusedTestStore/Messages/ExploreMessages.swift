import Core

/// The failure messages of explorations.
extension FailureMessages {
  static let exploredWithoutSchedules = """
    Expected `explore` to run under schedules, but nothing runs this test more than once.
    Each script is a run of the test of its own: `@Test(.schedules(1000))`, or `await withSchedules(1000) { … }` \
    around the creation of the store and all that follows.
    """

  static let nothingOffered = """
    Expected an action that the user could send in the first state, but the closure of `explore` offers none.
    """

  /// A failure that the test framework has told already.
  static let scriptFailed = "The failure above comes after what a user could do."

  static func caught(_ error: any Error) -> String { "Caught an error: \(error)" }

  /// A script that fails.
  ///
  /// - Parameters:
  ///   - failure: What failed.
  ///   - code: The script as a test.
  ///   - isWhole: Whether that is a test, or only what stands in the place of the exploration.
  ///   - replay: The string that repeats the script, if the order of effects matters.
  static func scriptFails(
    _ failure: String, steps: Int, code: [String], isWhole: Bool, unspelled: [String],
    tried: Int, limit: Int, firstSteps: Int, replay: String?
  ) -> String {
    var message = MessageBuilder(failure)
    let after = steps == 0 ? "before any step" : "after \(counted(steps, "step"))"
    message.add(
      isWhole
        ? "It fails \(after). As a test to paste:"
        : "It fails \(after). In the place of the call of `explore`:",
      code.map { "  \($0)" }, atMost: 40)
    if !unspelled.isEmpty {
      message.add(
        "No source spells \(unspelled.joined(separator: ", nor ")), so the test needs your hand there.")
    }
    let first = firstSteps == steps ? "" : ", of \(counted(firstSteps, "step")) at first"
    var found = "Found by script \(tried) of \(limit)\(first)."
    if let replay {
      found += """

        The order of effects matters as well, which the lines above do not repeat. To repeat it, run the explored \
        test alone with
        FOCUSED_SCHEDULE=\(replay)
        """
    }
    message.add(found)
    return message.text
  }
}
