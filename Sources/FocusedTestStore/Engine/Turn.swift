import Core

/// The turn of a store: the right to reach everything that changes in it. One holder at a time has it: a call of the test, a
/// clock, a stub, or the end of the store.
///
/// A plain value. The scheduler hands out the store to the holder, and wakes the next one.
struct Turn {
  /// A holder that waits for the turn.
  enum Waiter {
    /// A task that continues as the holder.
    case task(CheckedContinuation<Void, Never>)
    /// Work that can't suspend. The holder of the turn runs it at the end of that turn and of the test's call.
    case work(RuntimeConfined<() -> Void>)

    var isWork: Bool { if case .work = self { true } else { false } }
  }

  /// The test's call in progress. There is one at a time: another one is refused. While it waits for an event, others hold
  /// the turn.
  private(set) var call: (method: StoreMethod, callSite: CallSite)?
  private var isTaken = false
  private var waiters: [Waiter] = []

  /// Begins a call of the test. Returns whether it has the turn, or must wait for it. `nil` if the call is refused.
  mutating func begin(_ call: (StoreMethod, CallSite), canWait: Bool) -> Bool? {
    if self.call != nil || isTaken && !canWait { return nil }
    self.call = call
    return takeIfFree()
  }

  mutating func takeIfFree() -> Bool {
    defer { isTaken = true }
    return !isTaken
  }

  /// Takes the turn if it is free. Otherwise, adds a waiter.
  mutating func take(orWaitAs waiter: Waiter) -> Bool {
    if !(waiter.isWork && call != nil), takeIfFree() { return true }
    waiters.append(waiter)
    return false
  }

  /// Ends a turn, and possibly the call that holds it. Returns the next holder, or `nil` if none waits.
  mutating func pass(endingCall: Bool) -> Waiter? {
    if endingCall { call = nil }
    let next = waiters.firstIndex { !$0.isWork || call == nil }
    isTaken = next != nil
    return next.map { waiters.remove(at: $0) }
  }
}
