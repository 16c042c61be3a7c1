import Core

extension FailureMessages {
  static func clockNeverStops(_ call: ClockCall, limit: Int) -> String {
    let cure =
      switch call {
      case .run: "A timer that never ends keeps `run()` going: use `advance(by:)` instead."
      case .advance: "A timer keeps `advance` going for so long a time: advance by less."
      }
    return """
      Expected the sleepers on the clock to come to an end, but there are more after \
      \(grouped(limit)) of them.
      \(cure)
      """
  }

  static func clockSuspends(until deadlines: [String], now: String) -> String {
    let count = deadlines.count == 1 ? "one sleeps" : "\(grouped(deadlines.count)) sleep"
    var message = MessageBuilder("Expected nobody to sleep on the clock, but \(count):")
    message.add(
      collapsed(
        deadlines.prefix(listLimit).map { "  TestClock, until \($0); now \(now)" },
        of: deadlines.count))
    message.add("Advance the clock that far, or cancel what sleeps.")
    return message.text
  }
}

/// The calls that move a clock.
enum ClockCall: String {
  case advance, run
}
