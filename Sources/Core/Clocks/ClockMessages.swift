/// The messages of issues about clocks.
enum ClockMessages {
  static func unexpectedUse(of clock: String) -> String {
    """
    Expected \(clock) to stay unused, but it was used.

    Override it where it is used, with a TestClock or an ImmediateClock.
    """
  }
}
