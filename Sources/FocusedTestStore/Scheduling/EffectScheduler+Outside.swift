import Core

// What happens beyond the queue: on the main actor, in unstructured tasks, in callbacks.
extension EffectScheduler {
  /// How many times something happened that somebody may have been waiting for.
  package var events: Int { shared.withLock { $0.events } }

  /// Waits until something happens after an event, or until a point in time. Returns whether
  /// something has happened.
  ///
  /// Woken by the event itself; nothing polls.
  nonisolated(nonsending) package func waitForEvent(
    after event: Int, until deadline: ContinuousClock.Instant
  ) async -> Bool {
    let wakeup = Wakeup()
    return await withTaskCancellationHandler {
      await wait(for: wakeup, after: event, until: deadline)
    } onCancel: {
      wakeup.fire(false)
    }
  }

  nonisolated(nonsending) func wait(
    for wakeup: Wakeup, after event: Int? = nil, until deadline: ContinuousClock.Instant
  ) async -> Bool {
    let hasHappened = shared.withLock { shared in
      // Somebody else may have drained meanwhile what came after the event.
      let hasHappened = !shared.ready.isEmpty || event.map { $0 < shared.events } ?? false
      if !hasHappened { shared.wakeups.append(wakeup) }
      return hasHappened
    }
    if hasHappened { return true }
    let timer = Task.detached {
      try await Task.sleep(until: deadline, clock: .continuous)
      wakeup.fire(false)
    }
    defer {
      timer.cancel()
      shared.withLock { $0.wakeups.removeAll { $0 === wakeup } }
    }
    return await wakeup.fired()
  }

  /// Work on the main actor or in an unstructured task is beyond the queue. Whoever drains makes way
  /// for it, a few times, as long as that brings new jobs.
  ///
  /// Effects that had their chance and did not come back get no other one until they do something,
  /// so a long-running effect that waits for the outside world costs a later `send` nothing.
  nonisolated(nonsending) func outsideBringsWork() async -> Bool {
    for _ in 0..<3 {
      await Task.yield()
      await sendersReturn()
      if hasWork { return true }
      await mainActorTurn()
      if hasWork { return true }
    }
    shared.withLock { $0.restless = [:] }
    return false
  }

  var hasWork: Bool {
    shared.withLock { !$0.ready.isEmpty || !$0.restWaiters.isEmpty }
  }

  var hasWorkOutside: Bool {
    shared.withLock { shared in
      if shared.restless.isEmpty { return false }
      for (id, lane) in shared.restless
      where shared.runaways.contains(id) || !(lane.isActive ? !lane.isParked : lane.canSend) {
        shared.restless[id] = nil
      }
      return !shared.restless.isEmpty
    }
  }

  /// Returns when everybody whose action has been reduced is back where they sent it from.
  ///
  /// The way back to an actor may lead through the global executor, so a busy machine could make it
  /// take longer than any number of yields.
  nonisolated(nonsending) func sendersReturn() async {
    let deadline = ContinuousClock.now + .seconds(1)
    while ContinuousClock.now < deadline {
      let lanes = shared.withLock { $0.restless.values }
      guard !hasWork, lanes.contains(where: \.hasReturningSenders) else { return }
      let wakeup = Wakeup()
      shared.withLock { $0.wakeups.append(wakeup) }
      if !lanes.contains(where: \.hasReturningSenders) { wakeup.fire(true) }
      _ = await wait(for: wakeup, until: deadline)
    }
  }

  /// Somebody whose action has been reduced is back where they sent it from.
  func senderReturned() {
    let wakeups = shared.withLock { $0.takeWakeups() }
    for wakeup in wakeups { wakeup.fire(true) }
  }

  /// Returns when the main actor has done what was asked of it before, or has brought work.
  ///
  /// The main actor runs its jobs in order, so this makes hops to it deterministic. The deadline is
  /// there for a main thread that is blocked by the test itself.
  nonisolated(nonsending) func mainActorTurn() async {
    let wakeup = Wakeup()
    Task { @MainActor in wakeup.fire(false) }
    _ = await wait(for: wakeup, until: .now + .seconds(1))
  }
}
