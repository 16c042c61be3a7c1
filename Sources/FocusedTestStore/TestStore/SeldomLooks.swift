/// When to look for what most steps have none of: in steps that are farther and farther apart, until there is
/// some.
struct SeldomLooks {
  private static let longestWait = 16

  private var interval = 1
  private var stepsLeft = 0

  /// Begins a step. Returns whether it is to look.
  mutating func isDue() -> Bool {
    stepsLeft -= 1
    return stepsLeft < 0
  }

  mutating func looked(found isFound: Bool) {
    (stepsLeft, interval) =
      isFound ? (0, 1) : (interval, min(2 * interval, Self.longestWait))
  }

  /// There can be none in any step.
  mutating func stop() {
    stepsLeft = .max
  }
}
