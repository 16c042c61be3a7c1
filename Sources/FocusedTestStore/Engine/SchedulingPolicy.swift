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
  case choosing(
    noteEvent: (@Sendable (_ lane: Int, LaneEvent) -> Void)?, Choice,
    queue: @Sendable (@escaping Choice) -> any ReadyJobs<EffectScheduler.LaneWork>)

  package typealias Choice = @Sendable (_ ready: [ReadyTask]) -> Int

  /// An event of the effect of a lane.
  package enum LaneEvent: Sendable {
    /// The effect sends an action, calls a stub, or performs another operation that other effects
    /// can observe.
    case acted
    /// The effect ends because it was cancelled.
    case wasCancelled
    /// One of the effect's tasks has a turn.
    case ran(task: UInt)
    /// Another effect has made this one ready, so the two share an object.
    case wasReadied(by: Int)
    /// The effect's next operation depends on work that the store doesn't own, or on an actor that another effect uses.
    case dependsOnExternalWork
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

  /// A store with a task that is about to be woken, while other stores have such tasks at the same
  /// time.
  package static func store(_ number: Int) -> ReadyTask { ReadyTask(lane: -1, id: UInt(number)) }

  package init(lane: Int, id: UInt = 0, isPart: Bool = false) {
    self.lane = lane
    self.id = id
    self.isPart = isPart
  }
}

/// The jobs of a store that are ready, in an order that a policy chooses. `FocusedExploration` supplies it.
package protocol ReadyJobs<Job>: Sendable {
  associatedtype Job: Sendable

  var count: Int { get }
  /// The jobs in the order in which they became ready.
  var jobs: [Job] { get }
  mutating func append(_ job: Job, of task: ReadyTask)
  /// Adds a job from outside the store. Jobs of one source keep their order.
  mutating func appendIncoming(_ job: Job, of source: ReadyTask)
  /// Removes the job that runs next.
  mutating func removeNext() -> Job?
  /// Whether another job runs before the running one of a lane continues.
  ///
  /// - Parameter onlyForNews: Whether the policy chooses only if the job has made another job ready since the latest
  ///   choice.
  mutating func makesWay(runningIn lane: Int, onlyForNews: Bool) -> Bool
  mutating func removeAll() -> [Job]
}

/// A run of a test that chooses the next task of its stores. `FocusedExploration` supplies it.
package protocol ScheduledRun: AnyObject, Sendable {
  /// Returns the scheduler of a store that the test creates.
  func makeScheduler(waits: (any WaitListener)?) -> EffectScheduler

  /// Returns a closure to call after each step of a new store, with the action and the state; `nil` if the run records
  /// no steps.
  func stepListener() -> ((_ action: Any, ActionSource, _ state: Any) -> Void)?

  /// Adds a clock or a stub. Its waiting work is a choice of the run.
  func add(double: any AnyObject & Sendable)

  /// Whether the pending calls of stubs wait for an exploration to answer them.
  var isExploring: Bool { get }
}

/// The run that the current task belongs to.
package enum CurrentRun {
  @TaskLocal package static var value: (any ScheduledRun)?
}
