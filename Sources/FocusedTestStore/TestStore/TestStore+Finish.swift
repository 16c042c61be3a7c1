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
    guard driving.begin(.finish, at: callSite) else { return }
    defer { driving.end() }
    let timeout = timeout ?? self.timeout
    if let foreign { await scheduler.exclusively { scheduler.asOwnWork { foreign.willFinish() } } }
    await scheduler.wait(
      atMost: timeout,
      couldHappen: { unfinishedEffects.contains { !$0.lane.isParked } },
      until: { unfinishedEffects.isEmpty },
      thenDo: { concludeFinish($0, at: callSite) })
  }

  private func concludeFinish(_ outcome: WaitOutcome, at callSite: CallSite) {
    if outcome == .storeEnded { return }
    if plan.notesSkipped { recorder.noteUnasserted(before: callSite) }
    if plan.demandsReceived, recorder.journal.firstDemanded != nil {
      recorder.reportUnasserted(at: callSite)
      skipToNow(by: .finish)
    }
    if plan.demandsEnds, outcome != .happened {
      recorder.reportInFlight(unfinishedEffects, waited: outcome.span)
    } else {
      recorder.didWait(for: unfinishedEffects, root: nil, outcome, at: callSite)
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
    await callWhenIdle(.settle, at: callSite) {}
  }

  /// Makes a call of the test that acts after all work that needs no external event.
  nonisolated(nonsending) func callWhenIdle(
    _ call: StoreMethod, at callSite: CallSite, _ work: nonisolated(nonsending) () async -> Void
  ) async {
    guard driving.begin(call, at: callSite) else { return }
    defer { driving.end() }
    await scheduler.exclusively {
      await scheduler.drain()
      await work()
    }
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
    await callWhenIdle(.skipReceivedActions, at: callSite) {
      if strict, !recorder.journal.hasUnasserted {
        Issues.report(FailureMessages.noReceivedActionsToSkip, at: callSite)
      }
      recorder.notify(.willSkipReceived(at: callSite))
      skipToNow(by: .skipReceivedActions)
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
    await callWhenIdle(.skipInFlightEffects, at: callSite) {
      let effectsWithTasks = scheduler.effectsWithTasks
      if strict, runtime.effectsInFlight.isEmpty, effectsWithTasks.isEmpty {
        Issues.report(FailureMessages.noEffectsToSkip, at: callSite)
      }
      scheduler.asOwnWork {
        runtime.cancelAll()
        for effect in effectsWithTasks { effect.cancel() }
      }
      await scheduler.drain()
      // Effects that ignore their cancellation are skipped as well.
      runtime.abandon(runtime.effectsInFlight.map(\.origin))
    }
  }
}
