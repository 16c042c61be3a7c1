/// Decides which of the lanes that are ready runs next.
///
/// The scheduler keeps the order within a lane; a policy only chooses between lanes.
package enum SchedulingPolicy: Sendable {
  /// Jobs run in the order in which they became ready.
  case firstInFirstOut
  /// A choice made by a pure function of the lanes that are ready: the index of one.
  ///
  /// The first is the one that would run without the policy; the others are in the order in which they
  /// became ready.
  case choosing(Choice)

  package typealias Choice = @Sendable (_ readyLanes: [Int]) -> Int

  var choice: Choice? {
    if case .choosing(let choose) = self { choose } else { nil }
  }
}
