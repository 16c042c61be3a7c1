import Core

/// How waiting for something ended.
enum WaitOutcome {
  case happened
  /// Nothing in flight could bring it about any more; only the test could.
  case impossible
  case timedOut
}

extension EffectScheduler {
  /// Waits until a condition holds, woken by whatever may bring it about.
  ///
  /// - Parameters:
  ///   - couldHappen: Whether anything but the test could still bring it about.
  nonisolated(nonsending) func wait(
    atMost timeout: Duration,
    couldHappen: () -> Bool,
    until condition: () -> Bool
  ) async -> WaitOutcome {
    let deadline = ContinuousClock.now + timeout
    var isLate = false
    while true {
      await settle()
      // Whoever else drains must not do so between the question and the answer.
      let (event, outcome) = await exclusively { () -> (Int, WaitOutcome?) in
        let event = events
        if condition() { return (event, .happened) }
        return (event, couldHappen() ? isLate ? .timedOut : nil : .impossible)
      }
      if let outcome { return outcome }
      let hasHappened = await waitForEvent(after: event, until: deadline)
      isLate = !hasHappened || ContinuousClock.now >= deadline
    }
  }
}

extension RunningEffect {
  /// Whether nothing but the test can wake the effect.
  var isParked: Bool { (lane as? ExecutorLane)?.isParked ?? false }
}
