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

  /// At most 10,000 runs.
  public static let all = AllSchedules(limit: 10_000)

  /// At most as many runs as given.
  public static func all(atMost limit: Int) -> AllSchedules { AllSchedules(limit: limit) }
}
