/// Decides which of the lanes that are ready runs next.
///
/// The scheduler keeps the order within a lane; a policy only chooses between lanes.
package enum SchedulingPolicy: Sendable {
  /// Jobs run in the order in which they became ready.
  case firstInFirstOut
  /// A choice made by a pure function of the lanes that are ready, oldest first: the index of one.
  case choosing(@Sendable (_ readyLanes: [Int]) -> Int)
}
