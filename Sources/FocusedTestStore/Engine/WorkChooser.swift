import Core

/// Chooses which of a store's ready work runs next. `FocusedExploration` supplies one for each store under a schedule.
///
/// Without a chooser, work runs in the order in which it became ready. A chooser keeps the order within each task.
package protocol WorkChooser: AnyObject, Sendable {
  typealias Work = LaneWork

  /// The ready work, in the order in which it became ready.
  var ready: [Work] { get }
  /// Adds work that other work of the store has made ready.
  func append(_ work: Work)
  /// Adds work that arrived from outside the store, in the order in which it arrived.
  func accept(_ incoming: [Work])
  /// Removes the work that runs next.
  func removeNext() -> Work?
  func removeAll() -> [Work]

  /// Lets other work run before the current task of an effect continues, as in production at each suspension.
  ///
  /// - Parameter onlyIfNew: Whether to do so only if the running job has made other work ready.
  nonisolated(nonsending) func letOthersRun(before lane: ExecutorLane, onlyIfNew: Bool) async
  /// The effect does something that other effects can observe.
  func didAct(_ lane: ExecutorLane)
  /// The effect was cancelled.
  func didCancel(_ lane: ExecutorLane)

  /// Chooses one of several tasks that an event can wake, or one of several answers to a task's call.
  func choose(between tasks: [ReadyTask]) -> Int
}

/// A task that is ready to run, or an actor that one of an effect's tasks waits for.
package struct ReadyTask: Hashable, Sendable {
  /// The number of the effect in its store.
  package let lane: Int
  /// Distinguishes tasks that are ready at the same time.
  package let id: UInt
  /// Whether the effect has several tasks, and this task may not be the first of them.
  package let isPart: Bool

  package init(lane: Int, id: UInt = 0, isPart: Bool = false) {
    self.lane = lane
    self.id = id
    self.isPart = isPart
  }
}

/// A run of a test that chooses the next task of its stores. `FocusedExploration` supplies it.
package protocol ScheduledRun: AnyObject, Sendable {
  /// Returns the scheduler of a store that the test creates.
  func makeScheduler(waits: (any CallListener)?) -> EffectScheduler

  /// Returns a closure to call after each step of a new store, with its action; `nil` if the run records no steps.
  func stepListener() -> ((_ action: Any, ActionSource) -> Void)?

  /// Adds a clock or a stub. Its waiting work is a choice of the run.
  func add(double: any AnyObject & Sendable)

  /// Whether the pending calls of stubs wait for an exploration to answer them.
  var isExploring: Bool { get }
}

/// The run that the current task belongs to.
package enum CurrentRun {
  @TaskLocal package static var value: (any ScheduledRun)?
}

/// The reader of `FOCUSED_SCHEDULE`. `FocusedExploration` supplies it, and is found by name.
package protocol DiscoverableSchedule: AnyObject, SendableMetatype {
  /// Returns the chooser of a store that is created outside an exploration.
  static func chooser(for text: String, ofStoreCreatedAt callSite: CallSite?) -> (any WorkChooser)?
}
