import Core

/// The failure messages of an effect that is run by itself.
enum EffectRunnerMessages {
  static func stillRunning<Action>(_ effects: [InFlightEffect], received: [Action]) -> String {
    message(
      "Expected the effect to run to its end, but it is still in flight.",
      received: received, FailureMessages.lines(effects),
      cure: !effects.isEmpty && effects.allSatisfy(\.isParked)
        ? answerUpFront
        : "For events from outside, `await` the actions with `EffectRunner.run(_:expecting:)`.")
  }

  static func tooFew<Action>(
    expected: Int, received: [Action], effects: [InFlightEffect], waited: String?
  ) -> String {
    let reason =
      if let waited {
        "\(waited)."
      } else if effects.isEmpty {
        "before the effect ended."
      } else {
        "with nothing that can send more."
      }
    return message(
      "Expected \(counted(expected, "action")), but received \(received.count) \(reason)",
      received: received, FailureMessages.lines(effects),
      cure: waited == nil && !effects.isEmpty ? answerUpFront : "")
  }

  static func tooMany<Action>(expected: Int, received: [Action]) -> String {
    message(
      "Expected \(counted(expected, "action")), but received \(received.count).",
      received: received)
  }

  static func neverRests<Action>(
    limit: Int, effects: [EffectOrigin], received: [Action]
  ) -> String {
    message(
      """
      Expected the effect to become idle, but it did not within \(grouped(limit)) jobs, and was \
      stopped.
      """,
      received: received,
      heading: "Still running:", FailureMessages.lines(running: effects),
      cure: """
        An effect without an end cannot be run by itself: test it in a TestStore, with a TestClock.
        """)
  }

  private static func message<Action>(
    _ opening: String, received: [Action],
    heading: String = "In flight:", _ effects: [String] = [], cure: String = ""
  ) -> String {
    var message = MessageBuilder(opening)
    if received.isEmpty {
      message.add("Received: nothing.")
    } else {
      message.add("Received:", FailureMessages.list(received))
    }
    message.add(heading, effects)
    message.add(cure)
    return message.text
  }

  private static let answerUpFront = """
    Only the test could wake it: answer up front, with an ImmediateClock or `willReturn` of a Stub.
    """
}
