import Core

extension TestStore {
  /// Waits for an action, consumes it, and checks its closure.
  ///
  /// - Parameter start: The first step that can match the expectation.
  /// - Returns: The action's step, or `nil` if the action was reported as missing or out of order.
  nonisolated(nonsending) func receive(
    _ expectation: ActionExpectation<Action>, after start: Int, timeout: Duration?,
    assert update: ((inout State) throws -> Void)?, by call: TestCall<State, Action>
  ) async -> Int? {
    guard driving.begin(.receive, at: call.callSite) else { return nil }
    defer { driving.end() }
    // Only a `receive` of a single action without a closure has the same result in each order.
    if start > 0 || update != nil || !expectation.isOneAction {
      CurrentRun.value?.noteOrderRead()
    }
    // The step to consume: the first that isn't asserted, or one that was asserted instead of an action that was never
    // received.
    var match: Int?
    return await scheduler.wait(
      atMost: timeout ?? self.timeout,
      couldHappen: { scheduler.couldSendMore },
      until: {
        match = recorder.journal.firstExpected(from: start) {
          expectation.matches(recorder.actions[$0])
        }
        return match != nil || isOutOfOrder(match)
      },
      thenDo: { outcome in
        if isOutOfOrder(match) {
          reportOutOfOrder(expectation, match: match, at: call.callSite)
          return nil
        }
        if let match {
          consume(match, assert: update, by: call)
        } else {
          reportMissing(expectation, after: start, outcome, at: call.callSite)
        }
        return match
      })
  }

  private func reportMissing(
    _ expectation: ActionExpectation<Action>, after start: Int, _ outcome: WaitOutcome,
    at callSite: CallSite
  ) {
    if let reason = expectation.unsupportedReason() {
      return Issues.report(FailureMessages.unsupported(expectation, reason: reason), at: callSite)
    }
    if plan.demandsReceived { recorder.miss(expectation.matches) }
    if hasReportedMissingEndpoint { return }
    var timeline = timeline
    timeline.start = start
    Issues.report(
      FailureMessages.notReceived(
        expectation, timeline: timeline, waited: outcome.span, isCancelled: outcome == .cancelled),
      at: callSite)
  }

  /// Whether received actions must be asserted in order, and another action is next.
  private func isOutOfOrder(_ match: Int?) -> Bool {
    plan.demandsReceived && recorder.journal.isOutOfTurn(match)
  }

  /// Reports a wrong action once: consumes the expected action, or the one received in its place, so that
  /// the receives that follow are not off by one.
  private func reportOutOfOrder(
    _ expectation: ActionExpectation<Action>, match: Int?, at callSite: CallSite
  ) {
    guard let next = recorder.journal.firstDemanded else { return }
    if match != nil || !hasReportedMissingEndpoint {
      let reason = match == nil ? expectation.unsupportedReason() : nil
      Issues.report(
        reason.map { FailureMessages.unsupported(expectation, reason: $0) }
          ?? FailureMessages.receivedOutOfOrder(
            expectation, next: recorder.actions[next],
            timeline: timeline),
        at: callSite)
    }
    if let match { recorder.record { $0.passOver(before: match) } }
    moveOn(to: match ?? next, isStandIn: match == nil, by: TestCall(callSite: callSite))
  }

  /// Whether an effect since the last send has called an unimplemented endpoint. The issue of that call explains why an
  /// action is missing.
  private var hasReportedMissingEndpoint: Bool {
    recorder.sinceLastSend(runtime.endedEffects).contains(where: \.hasCalledUnimplementedEndpoint)
      || unfinishedEffects.contains(where: \.hasCalledUnimplementedEndpoint)
  }

  private func consume(
    _ step: Int,
    assert update: ((inout State) throws -> Void)?,
    by call: TestCall<State, Action>
  ) {
    let plan = plan
    let after = recorder.state(after: step)
    if plan.demandsReceived, recorder.journal.isSequenceReported {
      if recorder.journal.isOrderReported { recorder.record { $0.passOver(before: step) } }
      return moveOn(to: step, by: call)
    }
    moveOn(to: step, by: call)
    recorder.listener?.didReceive(step, at: call.callSite)
    let isChecked = update != nil || plan.comparesEveryField
    guard isChecked || plan.notesSkipped else { return }
    guard let after else {
      guard isChecked else { return }
      return Issues.report(
        FailureMessages.stateNotKept(recorder.actions[step], limit: KeptStates<State>.limit),
        at: call.callSite)
    }
    let before = recorder.state(before: step)
    check(
      update, by: call, of: step, before: before ?? after, isBeforeKept: before != nil,
      after: after, generators: recorder.journal.generators(before: step))?()
  }

  private func moveOn(
    to step: Int, isStandIn: Bool = false, by call: TestCall<State, Action>
  ) {
    recorder.record { $0.assert(step, isStandIn: isStandIn, at: call.callSite) }
    recorder.listener?.didExpect(step, at: call.callSite, by: call.lens)
    if plan.demandsReceived, recorder.journal.furthestAsserted == step {
      let state = recorder.state(after: step) ?? runtime.state
      recorder.published.show(asserted: state, after: step)
    }
  }

  nonisolated(nonsending) func assertNotReceived(
    _ expectation: ActionExpectation<Action>, at callSite: CallSite
  ) async {
    guard driving.begin(.assertNotReceived, at: callSite) else { return }
    defer { driving.end() }
    CurrentRun.value?.noteOrderRead()
    await scheduler.exclusively {
      await scheduler.drain()
      guard recorder.journal.received.contains(where: { expectation.matches(recorder.actions[$0]) })
      else {
        if let reason = expectation.unsupportedReason() {
          Issues.report(FailureMessages.unsupported(expectation, reason: reason), at: callSite)
        }
        return
      }
      Issues.report(FailureMessages.received(expectation, timeline: timeline), at: callSite)
    }
  }

  /// The facts about the time since the last send, for a message.
  var timeline: Timeline<Action> {
    let journal = recorder.journal
    return Timeline(
      journal: journal, actions: recorder.actions,
      inFlight: recorder.describe(unfinishedEffects),
      ended: recorder.sinceLastSend(runtime.endedEffects),
      demanded: plan.demandsReceived ? journal.firstDemanded.map { recorder.actions[$0] } : nil,
      values: { [runtime, actions = recorder.actions] in [runtime.state] + actions.suffix(64) })
  }
}
