/// Decides which of the tasks that are ready runs next.
///
/// The scheduler keeps the order within a task; a policy only chooses between tasks.
package enum SchedulingPolicy: Sendable {
  /// Jobs run in the order in which they became ready.
  case firstInFirstOut
  /// A choice made by a pure function of the tasks that are ready: the index of one.
  ///
  /// The first is the one that would run without the policy; the others are in the order in which they
  /// became ready. The policy is also told what the effects do.
  case choosing(noteEvent: (@Sendable (_ lane: Int, LaneEvent) -> Void)? = nil, Choice)

  package typealias Choice = @Sendable (_ ready: [ReadyTask]) -> Int

  /// What the effect of a lane does.
  package enum LaneEvent: Sendable {
    /// It sends an action, calls a stub, or does something else that others may notice.
    case acted
    /// It ends because it is cancelled.
    case wasCancelled
    /// One of its tasks has a turn.
    case ran(task: UInt)
    /// Another effect has made it ready: the two have something in common.
    case wasReadied(by: Int)
    /// It does something whose place in the order depends on what is outside of the store: on the main actor, in
    /// an unstructured task.
    case cameFromOutside
    /// The test looks at the store after a `send` whose effects are not idle.
    case testLookedEarly
  }

  var choice: Choice? {
    if case .choosing(_, let choose) = self { choose } else { nil }
  }
}

/// A task that is ready to run, or an actor that one of an effect's tasks waits for.
package struct ReadyTask: Hashable, Sendable {
  /// The number of the effect in its store.
  package let lane: Int
  /// Tells apart what is ready at the same time.
  package let id: UInt
  /// Whether the effect has several tasks, of which it is not known to be the first.
  package let isPart: Bool

  /// The test, which may go on to its next `send` before effects are at rest.
  package static let test = ReadyTask(lane: -1)

  /// A store of which something is about to be woken, and others at the same time.
  package static func store(_ number: Int) -> ReadyTask { ReadyTask(lane: -2, id: UInt(number)) }

  package init(lane: Int, id: UInt = 0, isPart: Bool = false) {
    self.lane = lane
    self.id = id
    self.isPart = isPart
  }
}
