import Core

/// A run of a test that chooses what its stores do next. `FocusedExploration` supplies it.
package protocol ScheduledRun: AnyObject, Sendable {
  /// Returns the scheduler of a store that the test creates.
  func makeScheduler(waits: (any WaitListener)?) -> EffectScheduler

  /// Returns the observer of a new store: the store's own, or an observer beside it.
  func observer<State, Action>(
    beside own: any RuntimeObserver<State, Action>
  ) -> any RuntimeObserver<State, Action>

  /// Adds a clock or a stub, whose waiting work is a choice of the run.
  func add(double: any AnyObject & Sendable)

  /// Whether the pending calls of stubs wait for an exploration to answer them.
  var isExploring: Bool { get }

  /// Notes that the test is about to look at what the effects of earlier calls did.
  func willLook()
}

/// The run that the current task belongs to.
package enum CurrentRun {
  @TaskLocal package static var value: (any ScheduledRun)?
}

/// A reader of the replay strings of `FOCUSED_SCHEDULE`. `FocusedExploration` supplies it, and is found by name.
package protocol DiscoverableReplayReader: AnyObject, SendableMetatype {
  /// Reports, once, that no test follows the replay string in the environment.
  static func reportUnused(_ text: String, ofStoreCreatedAt callSite: CallSite)
}

extension EffectScheduler {
  /// The scheduler of a store that is created now.
  static func forNewStore(createdAt callSite: CallSite?) -> EffectScheduler {
    if let callSite { Listeners.reportAbsence(at: callSite) }
    let waits = callSite == nil ? nil : Listeners.ofProcess?.makeWaitListener()
    return CurrentRun.value?.makeScheduler(waits: waits)
      ?? EffectScheduler(
        policy: ProcessSchedule.current.policy(ofStoreCreatedAt: callSite), overlap: nil,
        waits: waits)
  }
}
