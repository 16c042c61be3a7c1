import Core

extension TestStore {
  /// Asserts that all effects end, and waits for those that can.
  ///
  /// In ``Exhaustivity/on`` every received action must have been asserted, too.
  ///
  /// Reports an issue at once if only the test can wake an effect.
  ///
  /// - Parameter timeout: The longest time to wait for external events. The default is the store's
  ///   ``timeout``.
  nonisolated(nonsending) public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let timeout = timeout ?? self.timeout
    await call(.finish, at: callSite) { machine in
      if let foreign = machine.foreign { machine.work.asOwn { foreign.willFinish() } }
      let outcome = await machine.work.wait(
        atMost: timeout,
        couldHappen: { machine.unfinishedEffects.contains { !$0.executor.isParked } },
        until: { machine.unfinishedEffects.isEmpty })
      machine.didFinish(outcome, at: callSite)
    }
  }

  /// Runs all work that needs no external event.
  ///
  /// `send` and `receive` do the same. Call it after an external event.
  nonisolated(nonsending) public func settle(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await call(.settle, at: callSite) { await $0.work.drain() }
  }

  /// Drops the received actions that are not asserted yet, and moves ``state`` on to the live state.
  ///
  /// - Parameter strict: Whether to report an issue if no action is skipped. The default is `true`.
  nonisolated(nonsending) public func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await call(.skipReceivedActions, at: callSite) { machine in
      await machine.work.drain()
      if strict, !machine.journal.hasUnasserted {
        Issues.report(FailureMessages.noReceivedActionsToSkip, at: callSite)
      }
      machine.notify(.willSkipReceived(at: callSite))
      machine.skipToNow()
    }
  }

  /// Cancels the effects in flight.
  ///
  /// - Parameter strict: Whether to report an issue if no effect is in flight.
  nonisolated(nonsending) public func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await call(.skipInFlightEffects, at: callSite) { machine in
      await machine.work.drain()
      if strict, machine.unfinishedEffects.isEmpty {
        Issues.report(FailureMessages.noEffectsToSkip, at: callSite)
      }
      machine.work.asOwn { machine.cancelEffects() }
      await machine.work.drain()
      // Effects that ignore their cancellation are skipped as well.
      machine.abandonEffects()
    }
  }
}
