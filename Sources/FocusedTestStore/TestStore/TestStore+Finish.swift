import Core

extension TestStore {
  /// Requires all effects to end, waiting for those that can.
  ///
  /// In ``Exhaustivity/on`` every received action must have been asserted, too.
  ///
  /// It waits for events from outside, for `timeout` at most, or else for the store's. An effect that
  /// only the test could wake is an issue at once.
  nonisolated(nonsending) public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard driving.begin(.finish, at: callSite) else { return }
    defer { driving.end() }
    let timeout = timeout ?? self.timeout
    let outcome = await scheduler.wait(
      atMost: timeout,
      couldHappen: { runtime.effectsInFlight.contains { !$0.lane.isParked } },
      until: { !runtime.hasEffectsInFlight })
    noteSkippedActions(before: callSite)
    reportUnasserted(at: callSite)
    guard outcome != .happened else { return }
    let waited = outcome == .timedOut ? timeout : nil
    if checks(.inFlightEffects) {
      recorder.reportInFlight(runtime.effectsInFlight, waited: waited, orElseAt: creation)
    } else {
      recorder.reportUnfinished(runtime.effectsInFlight, waited: waited, at: callSite)
    }
  }

  /// Lets everything run that can run.
  ///
  /// `send` and `receive` do that, too. Call it after something outside of the store has happened.
  nonisolated(nonsending) public func settle(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard driving.begin(.settle, at: callSite) else { return }
    defer { driving.end() }
    await scheduler.settle()
  }

  /// Drops the received actions that are not asserted yet, and moves ``state`` on to where they led.
  ///
  /// When there are none it is an issue, unless `strict` is false.
  nonisolated(nonsending) public func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard driving.begin(.skipReceivedActions, at: callSite) else { return }
    defer { driving.end() }
    await scheduler.settle()
    if strict, !recorder.received.demandsMore {
      report(FailureMessages.noReceivedActionsToSkip(), at: callSite)
    }
    skipToNow(by: .skipReceivedActions(callSite))
  }

  /// Cancels the effects in flight.
  ///
  /// When there are none it is an issue, unless `strict` is false.
  nonisolated(nonsending) public func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard driving.begin(.skipInFlightEffects, at: callSite) else { return }
    defer { driving.end() }
    await scheduler.settle()
    if strict, !runtime.hasEffectsInFlight {
      report(FailureMessages.noEffectsToSkip(), at: callSite)
    }
    scheduler.asOwnWork { runtime.cancelAll() }
    await scheduler.settle()
    // What ignores its cancellation is skipped all the same.
    runtime.abandon(runtime.effectsInFlight.map(\.origin))
  }

  private func reportUnasserted(at callSite: CallSite) {
    guard checks(.receivedActions), recorder.received.demandsMore else { return }
    recorder.reportUnasserted(present: runtime.state, at: callSite)
    skipToNow(by: .finish(callSite))
  }
}
