import Core

/// The methods by which a test drives a store, by the names that messages give them.
package enum StoreMethod: String {
  case send, explore, receive, assert, assertNotReceived, finish, settle, skipReceivedActions,
    skipInFlightEffects
  case taskFinish = "task.finish"
  case taskCancel = "task.cancel"
}

/// The running call of a store. There is one at a time.
package final class StoreDriving: Sendable {
  private struct Calls {
    var current: (call: StoreMethod, callSite: CallSite)?
    /// Work that waits for the end of the call.
    var waiting: [RuntimeConfined<() -> Void>] = []
  }

  private let calls = Lock(Calls())
  let scheduler: EffectScheduler

  init(_ scheduler: EffectScheduler) {
    self.scheduler = scheduler
  }

  /// Begins a call, and returns whether it may proceed.
  ///
  /// Reports an issue at the line of a call that is made from inside the store, or during another call. Such a call
  /// would be a deadlock: the effect would wait for the drain that runs it, and the drain would wait for the effect.
  package func begin(_ call: StoreMethod, at callSite: CallSite) -> Bool {
    if refuseFromInside(call, at: callSite) || scheduler.isOver { return false }
    let other = calls.withLock { calls in
      let other = calls.current
      if other == nil { calls.current = (call, callSite) }
      return other
    }
    guard let other else {
      if scheduler.waits != nil { Listeners.calls?.on(.call(call.rawValue, at: callSite)) }
      return true
    }
    report(
      FailureMessages.drivenTwice(
        call.rawValue, during: other.call.rawValue, at: other.callSite),
      at: callSite)
    return false
  }

  package func end() {
    let waiting = calls.withLock { calls in
      calls.current = nil
      defer { calls.waiting = [] }
      return calls.waiting
    }
    for work in waiting { scheduler.inOwnTurn(work.value) }
  }

  /// Runs work after the current call and the current turn have ended, so that the call doesn't observe it.
  func afterCall(_ work: @escaping () -> Void) {
    let confined = RuntimeConfined(work)
    let isRunning = calls.withLock { calls in
      if calls.current != nil { calls.waiting.append(confined) }
      return calls.current != nil
    }
    if !isRunning { scheduler.inOwnTurn(work) }
  }

  /// Reports a call by one of the store's effects, by its reducer, or by an assert closure.
  ///
  /// - Returns: Whether the call was made from inside.
  package func refuseFromInside(_ call: StoreMethod, at callSite: CallSite) -> Bool {
    guard scheduler.runsCallingCode else { return false }
    if let lane = ExecutorLane.current, lane.scheduler === scheduler {
      report(FailureMessages.drivenFromInside(call.rawValue, by: lane.origin), at: callSite)
    } else {
      // Not through the buffer, because only the first run of a closure reports its issues.
      Issues.report(FailureMessages.drivenFromInside(call.rawValue, by: nil), at: callSite)
    }
    return true
  }

  /// A task of an effect may have lost its test. The test's call in progress, or its next one, reports
  /// the issue.
  private func report(_ message: String, at callSite: CallSite) {
    scheduler.issues.report(ReportedIssue(message, at: callSite))
  }
}

/// The settings of a store, which any task may read and set.
struct StoreSettings: Sendable {
  struct Values: Sendable {
    var exhaustivity: Exhaustivity
    var dependencies: DependencyValues
    var timeout = Duration.seconds(1)
    var jobLimit: Int
  }

  /// The latest settings of the test.
  var wanted: Values
  /// The settings of the running call. A setting that changes during a call takes effect when that call ends.
  var effective: Values

  init(_ values: Values) {
    wanted = values
    effective = values
  }
}
