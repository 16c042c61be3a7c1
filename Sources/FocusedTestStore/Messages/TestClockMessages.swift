import Core

extension FailureMessages {
  /// - Parameter hasDeadline: Whether it moves to a point in time, and not on and on.
  static func clockNeverStops(hasDeadline: Bool, limit: Int) -> String {
    let cure =
      hasDeadline
      ? "A timer keeps `advance` going for so long a time: advance by less."
      : "A timer that never ends keeps `run()` going: use `advance(by:)` instead."
    return """
      Expected the sleepers on the clock to come to an end, but there are more after \
      \(grouped(limit)) of them.
      \(cure)
      """
  }

  static func clockSuspends(until deadlines: [String], now: String) -> String {
    let count =
      deadlines.count == 1 ? "there is one" : "there are \(grouped(deadlines.count))"
    var message = MessageBuilder("Expected no sleepers on the clock, but \(count):")
    message.add(list(deadlines) { "TestClock, until \($0); now \(now)" })
    message.add("Advance the clock that far, or cancel what sleeps.")
    return message.text
  }
}
