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
    let deadline = ContinuousClock.Instant.now(plus: timeout)
    var isLate = false
    while true {
      await settle()
      // A clock or a stub must not drain between the question and the answer.
      let (seen, outcome) = await exclusively { () -> (Int, WaitOutcome?) in
        let seen = events.count
        if condition() { return (seen, .happened) }
        return (seen, couldHappen() ? isLate ? .timedOut : nil : .impossible)
      }
      if let outcome { return outcome }
      let hasHappened = await events.wait(past: seen, until: deadline)
      isLate = !hasHappened || ContinuousClock.now >= deadline
    }
  }

  nonisolated(nonsending) package func waitForEffects(
    atMost timeout: Duration, until condition: () -> Bool
  ) async -> Bool {
    await wait(
      atMost: timeout, couldHappen: { couldSendMore }, until: condition) == .happened
  }

  /// Whether an effect could still send something without the test's help. Only for the holder of
  /// the turn.
  package var couldSendMore: Bool {
    let (sources, client) = shared.withLock { ($0.outside.sources, $0.client) }
    guard let runtime = client?.value.runtime else { return false }
    return runtime.hasUnparkedEffects || sources > runtime.uncancelledEffectCount
  }
}
