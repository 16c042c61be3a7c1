/// The schedules of a test until each order of its actions is covered, for `.schedules(.all)` and `withSchedules(.all)`.
///
/// ```swift
/// @Test(.schedules(.all)) func `the nearest places are suggested in each order`() async {
/// ```
///
/// Orders that differ only by actions that commute need only one run. The runs end when
/// ``ExploredSchedules/hasEveryOrder`` is `true` and a sample of other schedules has passed, or at the maximum number
/// of runs. A note of the passing test states which of the two ended the runs.
public struct AllSchedules: Sendable, Hashable {
  let limit: Int
  /// Whether the runs end when each order is covered. A note then states whether the coverage or the limit ended the
  /// runs.
  let endWhenCovered: Bool

  /// At most 10,000 runs.
  public static let all = all(atMost: 10_000)

  /// At most the given number of runs.
  public static func all(atMost limit: Int) -> AllSchedules {
    AllSchedules(limit: limit, endWhenCovered: true)
  }

  /// The given number of runs, or fewer if there are fewer schedules.
  static func count(_ count: Int) -> AllSchedules {
    AllSchedules(limit: count, endWhenCovered: false)
  }
}
