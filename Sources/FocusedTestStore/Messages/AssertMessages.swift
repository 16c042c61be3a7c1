import Core

extension FailureMessages {
  /// The message of a failed `assert`: the difference, what was received, and what is in flight.
  static func assertion<Action>(_ difference: String, in timeline: Timeline<Action>) -> String {
    var message = MessageBuilder(difference)
    add(timeline, to: &message)
    message.add(advice(in: timeline))
    return message.text
  }

  private static func advice<Action>(in timeline: Timeline<Action>) -> String {
    if let demanded = timeline.demanded {
      return """
        In `.on` the state moves on as received actions are asserted: receive \(name(demanded)) \
        before this line.
        """
    }
    let parked = timeline.inFlight.filter(\.isParked)
    let advance =
      parked.isEmpty
      ? nil
      : "If an effect in flight should make the change: \(cure(waking: parked)) before this line."
    let wait =
      !timeline.inFlight.contains(where: \.waitsOutside)
      ? nil
      : """
      `assert` does not wait for what is outside of the store: `receive`, `finish` or `settle` before \
      this line does.
      """
    return [advance, wait].compactMap { $0 }.joined(separator: "\n")
  }
}
