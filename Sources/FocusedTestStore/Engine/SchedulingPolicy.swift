import Core

/// Chooses which of the ready tasks runs next.
///
/// The scheduler keeps the order within a task; a policy only chooses between tasks.
package enum SchedulingPolicy: Sendable {
  /// Jobs run in the order in which they became ready.
  case firstInFirstOut
  /// A choice by a pure function of the ready tasks. The function returns the index of a task.
  ///
  /// The first task is the one that would run without the policy. The others are in the order in which they became
  /// ready. The policy is also notified of the effects' events.
  case choosing(noteEvent: (@Sendable (_ lane: Int, LaneEvent) -> Void)? = nil, Choice)

  package typealias Choice = @Sendable (_ ready: [ReadyTask]) -> Int

  /// An event of the effect of a lane.
  package enum LaneEvent: Sendable {
    /// The reducer returned the effect in a step.
    case started(byStep: Int)
    /// The effect sends an action, calls a stub, or performs another operation that other effects
    /// can observe.
    case acted
    /// The effect ends because it was cancelled.
    case wasCancelled
    /// The effect has several tasks.
    case hasChildTasks
    /// One of the effect's tasks has a turn.
    case ran(task: UInt)
    /// Another effect has made this one ready, so the two share an object.
    case wasReadied(by: Int)
    /// The effect's next operation depends on off-executor work: on the main actor, or in an
    /// unstructured task.
    case cameFromOutside
    /// The test reads the store after a `send` whose effects are not idle.
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
  /// Distinguishes tasks that are ready at the same time.
  package let id: UInt
  /// Whether the effect has several tasks, and this task may not be the first of them.
  package let isPart: Bool

  /// The test, which may continue with its next `send` before the effects are idle.
  package static let test = ReadyTask(lane: -1)

  /// A store with a task that is about to be woken, while other stores have such tasks at the same
  /// time.
  package static func store(_ number: Int) -> ReadyTask { ReadyTask(lane: -2, id: UInt(number)) }

  package init(lane: Int, id: UInt = 0, isPart: Bool = false) {
    self.lane = lane
    self.id = id
    self.isPart = isPart
  }
}

extension SchedulingPolicy {
  /// Chooses at random among the tasks that are ready. The same seed gives the same choices.
  static func shuffled(seed: UInt64) -> SchedulingPolicy {
    let count = Lock(0 as UInt64)
    return .choosing { tasks in
      var random = StableHash(seed)
      random.combine(
        count.withLock { count in
          defer { count += 1 }
          return count
        })
      return Int(random.value % UInt64(tasks.count))
    }
  }
}
