import Core

/// The methods by which a test drives a store, by the names that messages give them.
package enum StoreMethod: String, Sendable {
  case send, explore, receive, assert, assertNotReceived, finish, settle, skipReceivedActions,
    skipInFlightEffects
  case taskFinish = "task.finish"
  case taskCancel = "task.cancel"
}

/// The turn of a store: the right to reach everything that changes in it. One holder at a time has it.
///
/// A plain value. The scheduler hands out the store to the holder, and wakes the next one.
struct Turn {
  /// Who uses the store, and why.
  enum Holder {
    /// A call of the test. There is one at a time: another one is refused. While it waits for an event, others hold the
    /// turn.
    case call(StoreMethod, at: CallSite)
    /// A clock, a stub, or the handle of a task. It waits until the turn is free.
    case clock
    /// The end of the store or of a test, or a property that is read or set.
    case end
  }

  /// A holder that waits for the turn.
  enum Waiter {
    /// A task that continues as the holder.
    case task(CheckedContinuation<Void, Never>)
    /// Work that can't suspend. The holder of the turn runs it at the end of that turn, or of the test's call.
    case work(RuntimeConfined<() -> Void>, isAfterCall: Bool)
  }

  enum Answer {
    case taken, mustWait
    /// The call in progress.
    case refused(StoreMethod, at: CallSite)
  }

  /// The test's call in progress.
  private var call: (method: StoreMethod, callSite: CallSite)?
  private var isTaken = false
  private var waiters: [Waiter] = []

  /// Takes the turn if it is free, and begins the call of the test if the holder is one.
  mutating func take(for holder: Holder) -> Answer {
    if case .call(let method, let callSite) = holder {
      if let call { return .refused(call.method, at: call.callSite) }
      call = (method, callSite)
    }
    return takeIfFree() ? .taken : .mustWait
  }

  /// Takes the turn if it is free. Otherwise, adds a waiter.
  mutating func take(orWaitAs waiter: Waiter) -> Bool {
    let isFree = if case .work(_, isAfterCall: true) = waiter { call == nil } else { true }
    if isFree, takeIfFree() { return true }
    waiters.append(waiter)
    return false
  }

  mutating func takeIfFree() -> Bool {
    defer { isTaken = true }
    return !isTaken
  }

  /// Ends the call in progress, which doesn't hold the turn.
  mutating func endCall() { call = nil }

  /// Ends a turn, and possibly the call that holds it. Returns the next holder, or `nil` if none waits.
  mutating func pass(endingCall: Bool) -> Waiter? {
    if endingCall { call = nil }
    let next = waiters.firstIndex {
      if case .work(_, isAfterCall: true) = $0 { call == nil } else { true }
    }
    isTaken = next != nil
    return next.map { waiters.remove(at: $0) }
  }
}
