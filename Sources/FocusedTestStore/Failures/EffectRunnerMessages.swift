import Core

/// What a test is told when an effect by itself does not do what is expected of it.
enum EffectRunnerMessages {
  static func stillRunning<Action>(_ effects: [InFlightEffect], received: [Action]) -> String {
    let cure =
      isParked(effects)
      ? answerUpFront
      : "For events from outside, `await` the actions with `EffectRunner.run(_:expecting:)`."
    return """
      Expected the effect to run to its end, but it is still running:
      \(list(effects))
      \(list(received))
      \(cure)
      """
  }

  static func tooFew<Action>(
    expected: Int, received: [Action], effects: [InFlightEffect], waited: Duration?
  ) -> String {
    let reason =
      if let waited {
        "but received \(received.count) within \(waited)."
      } else if effects.isEmpty {
        "but received \(received.count) before the effect ended."
      } else {
        "but received \(received.count), and nothing can send more."
      }
    return [
      "Expected \(count(expected)), \(reason)",
      list(received),
      effects.isEmpty ? nil : "Still running:\n\(list(effects))",
      waited == nil && !effects.isEmpty ? answerUpFront : nil,
    ]
    .compactMap { $0 }.joined(separator: "\n")
  }

  static func tooMany<Action>(expected: Int, received: [Action]) -> String {
    """
    Expected \(count(expected)), but received \(received.count).
    \(list(received))
    """
  }

  static func neverRests<Action>(
    limit: Int, effects: [CallSite], received: [Action]
  ) -> String {
    """
    The effect does not come to rest: stopped after \(limit) jobs. Still running:
    \(effects.map { "  the effect at \($0)" }.joined(separator: "\n"))
    \(list(received))
    An effect without an end cannot be run by itself; test it in a TestStore, with a TestClock.
    """
  }

  // MARK: - Parts

  private static let answerUpFront = """
    Only the test could wake it: answer up front, with an ImmediateClock or a Stub that `returns`.
    """

  private static func isParked(_ effects: [InFlightEffect]) -> Bool {
    !effects.isEmpty && effects.allSatisfy { !$0.waitsFor.isEmpty }
  }

  private static func count(_ actions: Int) -> String {
    actions == 1 ? "1 action" : "\(actions) actions"
  }

  private static func list(_ effects: [InFlightEffect]) -> String {
    effects.prefix(20).map { effect in
      let waits =
        effect.waitsFor.isEmpty ? "" : ", waiting for \(effect.waitsFor.joined(separator: "; "))"
      return "  the effect at \(effect.callSite)\(waits)"
    }
    .joined(separator: "\n")
  }

  private static func list<Action>(_ received: [Action]) -> String {
    guard !received.isEmpty else { return "Received nothing." }
    let shown = received.prefix(20).map { "  \(String(dumpingOnOneLine: $0))" }
    let rest = received.count - shown.count
    let lines = shown + (rest > 0 ? ["  and \(rest) more"] : [])
    return "Received:\n\(lines.joined(separator: "\n"))"
  }
}
