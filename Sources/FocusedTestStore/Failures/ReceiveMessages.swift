import Core

extension FailureMessages {
  static func notReceived<Action>(
    _ expectation: ActionExpectation<Action>, timeline: Timeline<Action>, waited: Duration?
  ) -> String {
    let reason =
      if let waited {
        "but it was not received within \(waited)"
      } else if timeline.inFlight.isEmpty {
        "but the effects finished first"
      } else {
        "but every effect in flight waits for the test"
      }
    let miss = NearestMiss(expectation, in: timeline)
    var letter = Letter("Expected to receive \(name(expectation)), \(reason).")
    add(miss, of: expectation, to: &letter)
    add(timeline, to: &letter)
    letter.add(cure(for: miss, timeline: timeline, timedOut: waited != nil))
    return letter.text
  }

  static func receivedOutOfOrder<Action>(
    _ expectation: ActionExpectation<Action>, next: Action, timeline: Timeline<Action>
  ) -> String {
    var letter = Letter(
      "Expected to receive \(name(expectation)), but \(name(next)) was received next.")
    let comesLater = timeline.received.contains { !$0.isAsserted && expectation.matches($0.action) }
    if !comesLater { addDifference(of: expectation, and: next, to: &letter) }
    add(timeline, to: &letter)
    let rest = comesLater ? "; \(name(expectation)) comes later" : ""
    letter.add(
      """
      Received actions are asserted in the order received\(rest).
      Assert \(name(next)) first, or use `.off` to assert only what the test is about.
      """)
    return letter.text
  }

  static func received<Action>(
    _ expectation: ActionExpectation<Action>, timeline: Timeline<Action>
  ) -> String {
    let match = timeline.received.first { !$0.isAsserted && expectation.matches($0.action) }
    var subject = "it was"
    if case .action = expectation.kind {
    } else if let match {
      subject = "\(name(match.action)) was"
    }
    var letter = Letter("Expected not to receive \(name(expectation)), but \(subject) received.")
    if let effect = match?.effect { letter.add("It was sent by the effect at \(effect).") }
    add(timeline, to: &letter)
    return letter.text
  }

  static func unsupported<Action>(
    _ expectation: ActionExpectation<Action>, reason: String
  ) -> String {
    """
    Expected to look for \(name(expectation)), but this case path cannot be followed by reflection: \
    \(reason).
    No action can match, whether received or not. Use `CasePath(embed:extract:)` instead.
    """
  }

  static func sentBeforeReceiving<Action>(_ action: Action, unasserted: [Action]) -> String {
    var letter = Letter(
      """
      Expected every received action to be asserted before \(name(action)) is sent, but \
      \(unasserted.count == 1 ? "one was" : "\(grouped(unasserted.count)) were") not:
      """)
    letter.add(list(unasserted))
    letter.add(
      """
      Assert \(unasserted.count == 1 ? "it" : "them") with `receive` before this line, or call \
      `await store.skipReceivedActions()`.
      """)
    return letter.text
  }

  static func sentAfterDismissal<Action>(_ action: Action) -> String {
    """
    Expected \(name(action)) to be sent to a feature that is still there, but it has dismissed itself.
    The action was ignored. Send it before the dismissal, or remove this line.
    """
  }

  // MARK: - Parts

  private static func add<Action>(
    _ miss: NearestMiss<Action>?, of expectation: ActionExpectation<Action>, to letter: inout Letter
  ) {
    switch miss {
    case .asserted(let count, let callSite):
      let times = count == 1 ? "once" : count == 2 ? "twice" : "\(grouped(count)) times"
      let place = callSite.map { ", at \($0)" } ?? ""
      letter.add(
        """
        It was received \(times) since the last send, and \
        \(count == 1 ? "that is asserted already" : "each is asserted already, the last one")\
        \(place).
        """)
    case .early:
      letter.add("It was received, but before the action that it is expected to follow.")
    case .dropped:
      letter.add("It was received before the last send, which dropped it.")
    case .sameCase(let received):
      let origin = received.effect.map { " by the effect at \($0)" } ?? ""
      letter.add("The nearest is \(name(received.action)), sent\(origin):")
      addDifference(of: expectation, and: received.action, to: &letter)
    case nil:
      // An action whose name leaves out its payload is shown in full once.
      guard case .action(let action) = expectation.kind, ActionName(action).isAbbreviated else {
        return
      }
      letter.add(
        "Expected:", ValueDump.lines(of: action, limits: .brief).map { "  \($0)" }, atMost: 14)
    }
  }

  private static func addDifference<Action>(
    of expectation: ActionExpectation<Action>, and action: Action, to letter: inout Letter
  ) {
    guard case .action(let expected) = expectation.kind else { return }
    let names = (ActionName.caseNames(of: expected), ActionName.caseNames(of: action))
    guard names.0.first == names.1.first else { return }
    letter.add(difference(expected, action, limit: 20))
  }

  static func add<Action>(_ timeline: Timeline<Action>, to letter: inout Letter) {
    if timeline.received.isEmpty {
      letter.add("Received since the last send: nothing.")
    } else {
      letter.add("Received since the last send:", lines(timeline.received))
    }
    letter.add("In flight:", lines(timeline.inFlight))
  }

  /// The first and the last actions; what lies between is counted.
  private static func lines<Action>(_ received: [Timeline<Action>.Received]) -> [String] {
    func line(_ received: Timeline<Action>.Received) -> String {
      "  \(name(received.action))\(received.isAsserted ? " (asserted)" : "")"
    }
    guard received.count > 11 else { return received.map(line) }
    let between = received.dropFirst(4).dropLast(6)
    let unasserted = between.count { !$0.isAsserted }
    return received.prefix(4).map(line)
      + ["  … \(grouped(between.count)) more, \(grouped(unasserted)) of them not asserted …"]
      + received.suffix(6).map(line)
  }

  static func lines(_ effects: [InFlightEffect]) -> [String] {
    collapsed(effects.prefix(8).map { "  \(describe($0))" }, of: effects.count)
  }

  static func describe(_ effect: InFlightEffect) -> String {
    let cause = effect.cause.map { ", started by \($0)" } ?? ""
    let waits =
      effect.waitsFor.isEmpty
      ? "something outside of the store" : effect.waitsFor.prefix(3).joined(separator: ", and for ")
    return "the effect at \(effect.callSite)\(cause), waiting for \(waits)"
  }

  /// What to do about effects that only the test can wake.
  static func cure(waking effects: [InFlightEffect]) -> String {
    let waits = effects.flatMap(\.waitsFor)
    if !waits.isEmpty, waits.allSatisfy({ $0.hasPrefix("TestClock") }) {
      return "advance the clock"
    }
    return waits.isEmpty ? "end what they wait for" : "bring about what they wait for"
  }

  private static func cure<Action>(
    for miss: NearestMiss<Action>?, timeline: Timeline<Action>, timedOut: Bool
  ) -> String {
    switch miss {
    case .asserted:
      return "Remove this expectation, unless the action should be received once more."
    case .early:
      return "Change the order, or expect each action by a `receive` of its own."
    case .dropped:
      return "Move this expectation before that send."
    case .sameCase where !timedOut && timeline.inFlight.isEmpty:
      return "Expect what was received, or look at what sends it."
    case .sameCase, nil:
      if timedOut {
        return """
          Override the dependency that keeps the effect waiting, or pass a longer `timeout`.
          """
      }
      if timeline.inFlight.isEmpty {
        return "Look for the effect that should send it, or remove the expectation."
      }
      let cure = cure(waking: timeline.inFlight)
      return "\(cure.prefix(1).uppercased())\(cure.dropFirst()) before this line."
    }
  }
}
