import Core

/// Which call of a store is going on. One at a time may.
package final class StoreDriving: Sendable {
  private let current = Lock<(call: StoreCall, callSite: CallSite)?>(nil)
  let scheduler: EffectScheduler

  init(_ scheduler: EffectScheduler) {
    self.scheduler = scheduler
  }

  /// Begins a call, and returns whether it may proceed.
  ///
  /// A call from inside of the store, or during another call, is an issue at its line. It would wait
  /// for itself: the effect for the drain that runs it, the drain for the effect.
  package func begin(_ call: StoreCall, at callSite: CallSite) -> Bool {
    if refuseFromInside(call, at: callSite) { return false }
    let other = current.withLock { current in
      if current == nil {
        current = (call, callSite)
        return nil as (call: StoreCall, callSite: CallSite)?
      }
      return current
    }
    guard let other else {
      Listeners.calls?.didCall(call.rawValue, at: callSite)
      return true
    }
    report(
      FailureMessages.drivenTwice(
        call.rawValue, during: other.call.rawValue, at: other.callSite),
      at: callSite)
    return false
  }

  package func end() {
    current.withLock { $0 = nil }
  }

  /// Reports a call that comes from one of the store's effects, its reducer or an assert closure.
  ///
  /// - Returns: Whether the call came from inside.
  package func refuseFromInside(_ call: StoreCall, at callSite: CallSite) -> Bool {
    guard DependencyValues.scoped?.storeID == ObjectIdentifier(scheduler) else {
      if call != .send { scheduler.touch() }
      return false
    }
    let effect = RunningEffect.current
    let isOwn = effect?.lane.driver === scheduler
    report(
      FailureMessages.drivenFromInside(call.rawValue, by: isOwn ? effect?.origin : nil),
      at: callSite)
    return true
  }

  /// A task of an effect may have lost its test. The test's call in progress, or its next one, reports
  /// the issue.
  private func report(_ message: String, at callSite: CallSite) {
    scheduler.issues.report(ReportedIssue(message, at: callSite))
  }
}
