/// The schedules of a test until each order of its actions is covered, for `.schedules(.all)` and `withSchedules(.all)`.
///
/// ```swift
/// @Test(.schedules(.all)) func `the nearest places are suggested in each order`() async {
/// ```
///
/// Orders that differ only by actions that commute need one run. The runs end when ``ExploredSchedules/hasEveryOrder`` holds
/// and a sample of other schedules has passed, or at the largest number of runs. A note of the passing test states which
/// came first.
public struct AllSchedules: Sendable, Hashable {
  let limit: Int
  /// Whether the runs end when each order is covered. A note then states which came first, that or the limit.
  let endWhenCovered: Bool

  /// At most 10,000 runs.
  public static let all = all(atMost: 10_000)

  /// At most as many runs as given.
  public static func all(atMost limit: Int) -> AllSchedules {
    AllSchedules(limit: limit, endWhenCovered: true)
  }

  /// As many runs as given, if there are so many schedules.
  static func count(_ count: Int) -> AllSchedules {
    AllSchedules(limit: count, endWhenCovered: false)
  }
}
