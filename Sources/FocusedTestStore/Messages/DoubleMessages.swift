import Core

// MARK: - MockStore and TestInterceptor

extension FailureMessages {
  static func tooFewActions<Action>(expected: Int, received: [Action], timeout: Duration) -> String
  {
    var message = MessageBuilder(
      """
      Expected \(counted(expected, "action")) to be dispatched, but \
      \(received.isEmpty ? "none" : "only \(received.count)") arrived within \(timeout).
      """)
    message.add("Received:", list(received))
    message.add(
      received.isEmpty
        ? "Register the interceptor before the first action is sent: store.register(interceptor: …)"
        : "Wait for \(received.count), or find the effect that should send the rest.")
    return message.text
  }
}

// MARK: - Stub

/// The failure messages of stubs, and the part about pending calls in a store's messages.
enum StubMessages {
  /// The wait for a pending call, as part of a sentence.
  static func waitsFor(_ name: String, input: Any) -> String {
    input is Void ? name : "\(name), called with \(String(dumpingOnOneLine: input))"
  }

  static func nothingToAnswer<Input>(
    _ name: String, isConditional: Bool, calls: [Input], pending: [Input], hasRule: Bool
  ) -> String {
    let which = isConditional ? " that meets the condition" : ""
    var message = MessageBuilder("Expected a pending call of \(name)\(which), but there is none.")
    message.add("Pending:", list(pending))
    if pending.isEmpty { message.add("Answered or cancelled:", list(calls)) }
    if calls.isEmpty {
      message.add(
        """
        Send the action that makes the call first, and advance the clock if its effect waits for one, or answer \
        up front with `willReturn(_:)`.
        """)
    } else if hasRule {
      message.add("A rule answers each call at once. `willHold()` removes it.")
    }
    return message.text
  }

  private static func list<Input>(_ inputs: [Input]) -> [String] {
    FailureMessages.list(inputs) { String(dumpingOnOneLine: $0) }
  }
}

// MARK: - TestClock

extension FailureMessages {
  /// - Parameter hasDeadline: Whether the clock moves to a point in time, rather than running until no task sleeps.
  static func clockNeverStops(hasDeadline: Bool, limit: Int) -> String {
    let cure =
      hasDeadline
      ? "A timer keeps firing during such a long advance. Advance by less."
      : "A timer that never ends keeps `run()` going. Use `advance(by:)` instead."
    return """
      Expected the clock to run out of sleepers, but there are more after \
      \(grouped(limit)) of them.
      \(cure)
      """
  }

  /// The wait of a sleeper. Of two times that print alike, such as those of an inexact `.seconds(2.9)`, it
  /// shows the difference.
  static func clockSleep<D: DurationProtocol>(until deadline: D, now: D) -> String {
    let isAlike = "\(now)" == "\(deadline)"
    return "TestClock, until \(deadline); now \(isAlike ? "\(deadline - now) before" : "\(now)")"
  }

  static func clockSuspends<D: DurationProtocol>(until deadlines: [D], now: D) -> String {
    let count =
      deadlines.count == 1 ? "there is one" : "there are \(grouped(deadlines.count))"
    var message = MessageBuilder("Expected no sleepers on the clock, but \(count):")
    message.add(list(deadlines) { clockSleep(until: $0, now: now) })
    message.add("Advance the clock that far, or cancel the sleeping tasks.")
    return message.text
  }
}

// MARK: - EffectRunner

/// The failure messages of an effect runner.
enum EffectRunnerMessages {
  static let stillRunning = "Expected the effect to run to its end, but it is still in flight."
  static let awaitIt = "To wait for external events, use `await EffectRunner.run(_:expecting:)`."
  static func neverRests(limit: Int) -> String {
    "Expected the effect to become idle, but it did not within \(grouped(limit)) jobs, and was stopped."
  }
  static let isEndless =
    "EffectRunner cannot run an endless effect. Test it in a TestStore with a TestClock."

  static func wrongCount(
    expected: Int, received: Int, isInFlight: Bool, waited: String?
  ) -> String {
    let fact = "Expected \(counted(expected, "action")), but received \(received)"
    if received > expected { return "\(fact)." }
    let end = isInFlight ? "and nothing can send more" : "before the effect ended"
    return "\(fact) \(waited ?? end)."
  }

  static func failure<Action>(
    _ fact: String, received: [Action], inFlight effects: [InFlightEffect], cure: String
  ) -> String {
    var message = MessageBuilder(fact)
    message.add(received.isEmpty ? "Received: nothing." : "")
    message.add("Received:", FailureMessages.list(received))
    message.add("In flight:", FailureMessages.lines(effects))
    message.add(
      !effects.isEmpty && effects.allSatisfy(\.isParked)
        ? """
        Only the test could wake it: answer up front, with an ImmediateClock or `willReturn` of a Stub.
        """ : cure)
    return message.text
  }
}
