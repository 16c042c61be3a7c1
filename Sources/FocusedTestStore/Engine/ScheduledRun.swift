import Core

/// A run of a test that chooses the next task of its stores. `FocusedExploration` supplies it.
package protocol ScheduledRun: AnyObject, Sendable {
  /// Returns the scheduler of a store that the test creates.
  func makeScheduler(waits: (any WaitListener)?) -> EffectScheduler

  /// Returns the observer of a new store: the store's own, or an observer beside it.
  func observer<State, Action>(
    beside own: any RuntimeObserver<State, Action>
  ) -> any RuntimeObserver<State, Action>

  /// Adds a clock or a stub. Its waiting work is a choice of the run.
  func add(double: any AnyObject & Sendable)

  /// Whether the pending calls of stubs wait for an exploration to answer them.
  var isExploring: Bool { get }

  /// Records that the test is about to read the results of earlier calls.
  func willLook()

  /// Records that the test, or its feature, reads a value that depends on the order of its actions. The state while
  /// effects are idle doesn't count.
  func noteOrderRead()
}

/// The run that the current task belongs to.
package enum CurrentRun {
  @TaskLocal package static var value: (any ScheduledRun)?
}
