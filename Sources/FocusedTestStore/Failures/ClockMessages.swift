import Core

extension FailureMessages {
  static func clockNeverStops(limit: Int) -> String {
    """
    Expected the sleepers on the clock to come to an end, but there are more after \
    \(grouped(limit)) of them.
    A timer that never ends keeps `run()` going: use `advance(by:)` instead.
    """
  }

  static func clockSuspends(until deadlines: [String], now: String) -> String {
    let count = deadlines.count == 1 ? "one sleeps" : "\(grouped(deadlines.count)) sleep"
    var letter = Letter("Expected nobody to sleep on the clock, but \(count):")
    letter.add(
      collapsed(
        deadlines.prefix(listLimit).map { "  TestClock, until \($0); now \(now)" },
        of: deadlines.count))
    letter.add("Advance the clock that far, or cancel what sleeps.")
    return letter.text
  }
}
