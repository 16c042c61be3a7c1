import Core

extension TestStore {
  /// Sends an action, runs all effects that can run, and checks what the closure says.
  ///
  /// In ``Exhaustivity/off`` only the fields that the closure changes are compared, with the state
  /// right after the action was reduced. In ``Exhaustivity/on`` the closure must bring the state
  /// before to the state after in every field; without a closure nothing may change.
  ///
  /// The closure changes the state to what is expected. Prefer explicit values. In `.off` it is first
  /// applied to the actual state, where it should change nothing; if it does, also to the state before
  /// the action, so that `$0.count += 1` works as well. An error that it throws is an issue.
  ///
  /// Must not be called by two tasks at once.
  /// - Returns: A handle on the effects that follow from this action.
  @discardableResult
  nonisolated(nonsending) public func send(
    _ action: Action,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await scheduler.takeTurn()
    await scheduler.drain()
    guard !isDismissed else {
      scheduler.endTurn()
      report(FailureMessages.sentAfterDismissal(action), at: callSite)
      return task(for: nil)
    }
    noteSkippedActions(before: callSite)
    if checks(.receivedActions), recorder.received.demandsMore {
      report(
        FailureMessages.sentBeforeReceiving(
          action, unasserted: recorder.received.demanded.map { $0.action }),
        at: callSite)
    }

    let before = runtime.state
    let generators = recorder.generators.positions
    recorder.willSend(at: callSite)
    let tree = Issues.$reporter.withValue(scheduler.issues) { runtime.send(action) }
    if tree != nil {
      recorder.didStartEffects(at: callSite) { runtime.effectsInFlight }
    }
    // Compared before the effects run, while this is still the state right after the reduction.
    let after = runtime.state
    if checks(.receivedActions) { assertedState = after }
    let failure = unmetExpectation(update, before: before, after: after, generators: generators)
    if failure == nil, exhaustivity.showsSkippedAssertions {
      noteSkippedChanges(
        of: action, isSent: true, update,
        before: before, after: after, generators: generators, at: callSite)
    }
    await scheduler.drain()
    scheduler.endTurn()
    if let failure {
      report(
        FailureMessages.unexpectedState(
          failure, after: .send(action), later: laterMatch(of: update, before: before)),
        at: callSite)
    }
    return task(for: tree)
  }

  private func task(for tree: EffectTree?) -> TestStoreTask {
    TestStoreTask(tree: tree, scheduler: scheduler, timeout: timeout)
  }

  /// The received action after which a closure that failed would have held. Only the first few are
  /// looked at, as each takes a comparison of states.
  private func laterMatch(
    of update: ((inout State) throws -> Void)?, before: State
  ) -> Action? {
    guard let update else { return nil }
    for index in recorder.received.entries.indices.prefix(256) {
      let after = recorder.received.state(after: index, present: runtime.state)
      guard let after else { continue }
      let entry = recorder.received.entries[index]
      let failure = unmetExpectation(
        update, before: before, after: after, generators: entry.generators)
      if failure == nil { return entry.action }
    }
    return nil
  }
}
