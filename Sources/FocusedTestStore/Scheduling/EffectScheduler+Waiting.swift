import Core

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
    await wait(atMost: timeout, couldHappen: couldHappen, until: condition) { $0 }
  }

  /// Waits until a condition holds, and does what follows before anything else can run.
  ///
  /// - Parameters:
  ///   - couldHappen: Whether anything but the test could still bring it about.
  ///   - conclude: Does what follows, told how the wait has ended.
  nonisolated(nonsending) func wait<R>(
    atMost timeout: Duration,
    couldHappen: () -> Bool,
    until condition: () -> Bool,
    thenDo conclude: (WaitOutcome) -> R
  ) async -> R {
    let deadline = ContinuousClock.Instant.now(plus: timeout)
    var vain: WaitOutcome?
    var lookDelay = OutsidePolicy.firstLookForTaskEnds
    while true {
      await takeTurn()
      await drain()
      await passTurn()
      // A clock or a stub must not drain between the question and the answer.
      let seen = events.count
      let outcome = condition() ? .happened : couldHappen() ? vain : .impossible
      if let outcome {
        let result = conclude(outcome)
        endTurn()
        return result
      }
      endTurn()
      // What has arrived since the store came to rest may have been counted before.
      var hasHappened = arrivalCount > 0
      if !hasHappened {
        let look = isTaskEndAwaited ? min(deadline, .now + lookDelay) : deadline
        hasHappened = await events.wait(past: seen, until: look)
        lookDelay = min(lookDelay * 2, OutsidePolicy.longestLookForTaskEnds)
        if !hasHappened, !Task.isCancelled, ContinuousClock.now < deadline { continue }
      }
      if !hasHappened, Task.isCancelled {
        vain = .cancelled
      } else if !hasHappened || ContinuousClock.now >= deadline {
        vain = .timedOut(after: timeout)
      }
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
    let (liveSenderCount, leftLanes, client) = shared.withLock { shared in
      (shared.outside.liveSenderCount, shared.outside.leftLanes, shared.life.client)
    }
    guard let runtime = client?.value.runtime else { return false }
    return runtime.effectsInFlight.contains { !$0.lane.isParked }
      || liveSenderCount - leftLanes.values.count(where: \.isLeftParked)
        > runtime.uncancelledEffectCount
  }

  /// Whether the end of a task that an effect started with `Task {}` may end the wait. Only for the holder of the
  /// turn.
  ///
  /// The runtime tells nobody that such a task has ended, so the store looks for its end now and then. What the
  /// task sends wakes the wait at once.
  private var isTaskEndAwaited: Bool {
    let (leftLanes, client) = shared.withLock { ($0.outside.leftLanes, $0.life.client) }
    let lanes = client?.value.runtime?.effectsInFlight.map(\.lane) ?? []
    return lanes.contains { $0.runningTasks > 0 }
      || leftLanes.values.contains { $0.runningTasks > 0 }
  }
}

/// How waiting for something ended.
enum WaitOutcome: Equatable {
  case happened
  /// Nothing in flight could bring it about any more; only the test could.
  case impossible
  case timedOut(after: Duration)
  /// The waiting task was cancelled, as a time limit of the test does.
  case cancelled

  /// How long it was waited in vain, in a message's words; `nil` if there was nothing to wait for.
  var span: String? {
    switch self {
    case .happened, .impossible: nil
    case .timedOut(let duration): FailureMessages.within(duration)
    case .cancelled: FailureMessages.beforeCancellation
    }
  }
}
