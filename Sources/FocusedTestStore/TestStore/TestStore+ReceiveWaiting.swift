import Core

extension TestStore {
  /// Waits for an action, consumes it and checks its closure.
  ///
  /// - Returns: The index of its entry, or `nil` if it was reported to be missing or out of order.
  nonisolated(nonsending) func receive(
    _ expectation: ActionExpectation<Action>, after start: Int, timeout: Duration?,
    assert update: ((inout State) throws -> Void)?, of part: (any StorePart<State, Action>)?,
    at callSite: CallSite
  ) async -> Int? {
    guard driving.begin(.receive, at: callSite) else { return nil }
    defer { driving.end() }
    let timeout = timeout ?? self.timeout
    return await scheduler.wait(
      atMost: timeout,
      couldHappen: { scheduler.couldSendMore },
      until: {
        let match = match(expectation, after: start)
        return match != nil || isOutOfOrder(match)
      },
      thenDo: { outcome in
        conclude(
          expectation, after: start, outcome: outcome, assert: update, of: part, at: callSite)
      })
  }

  /// Consumes the action if it was received; otherwise reports what is wrong.
  private func conclude(
    _ expectation: ActionExpectation<Action>,
    after start: Int,
    outcome: WaitOutcome,
    assert update: ((inout State) throws -> Void)?,
    of part: (any StorePart<State, Action>)?,
    at callSite: CallSite
  ) -> Int? {
    let match = match(expectation, after: start)
    if isOutOfOrder(match) {
      reportOutOfOrder(expectation, match: match, at: callSite)
      return nil
    }
    if match == nil, let reason = expectation.unsupportedReason() {
      Issues.report(FailureMessages.unsupported(expectation, reason: reason), at: callSite)
      return nil
    }
    guard let match else {
      reportMissing(expectation, after: start, outcome: outcome, at: callSite)
      return nil
    }
    consume(match, assert: update, of: part, at: callSite)
    return match
  }

  /// Apart, because the receives that find their action would look up the types for it, too.
  @inline(never)
  private func reportMissing(
    _ expectation: ActionExpectation<Action>, after start: Int, outcome: WaitOutcome,
    at callSite: CallSite
  ) {
    if plan.demandsReceived { recorder.received.miss(expectation.matches) }
    if hasReportedMissingEndpoint { return }
    var timeline = timeline
    timeline.start = start
    Issues.report(
      FailureMessages.notReceived(
        expectation, timeline: timeline, waited: outcome.span, isCancelled: outcome == .cancelled),
      at: callSite)
  }

  /// The expected entry: the first that is not asserted, or one that was asserted in place of an action
  /// that never came.
  private func match(_ expectation: ActionExpectation<Action>, after start: Int) -> Int? {
    recorder.received.firstExpected(from: start, where: expectation.matches)
  }

  /// Whether received actions must be asserted in order, and another one is next.
  private func isOutOfOrder(_ match: Int?) -> Bool {
    plan.demandsReceived && recorder.received.isOutOfTurn(match)
  }

  /// Reports a wrong action once: consumes the expected entry, or the one received in its place, so that
  /// the receives that follow are not off by one.
  private func reportOutOfOrder(
    _ expectation: ActionExpectation<Action>, match: Int?, at callSite: CallSite
  ) {
    guard let next = recorder.received.marks.firstDemanded else { return }
    if match != nil || !hasReportedMissingEndpoint {
      let reason = match == nil ? expectation.unsupportedReason() : nil
      Issues.report(
        reason.map { FailureMessages.unsupported(expectation, reason: $0) }
          ?? FailureMessages.receivedOutOfOrder(
            expectation, next: recorder.received.action(at: next),
            timeline: timeline),
        at: callSite)
    }
    if let match { recorder.received.passOver(before: match) }
    moveOn(to: match ?? next, isStandIn: match == nil, callSite: callSite)
  }

  /// Whether an effect since the last send has had to do without the result of an endpoint. Its issue tells why an
  /// action is missing.
  private var hasReportedMissingEndpoint: Bool {
    recorder.sinceLastSend(runtime.endedEffects).contains(where: \.hasCalledUnimplementedEndpoint)
      || unfinishedEffects.contains(where: \.hasCalledUnimplementedEndpoint)
  }

  private func consume(
    _ index: Int,
    assert update: ((inout State) throws -> Void)?,
    of part: (any StorePart<State, Action>)?,
    at callSite: CallSite
  ) {
    let after = recorder.received.state(after: index, present: runtime.state)
    if plan.demandsReceived, recorder.received.marks.isSequenceReported {
      if recorder.received.marks.isOrderReported { recorder.received.passOver(before: index) }
      return moveOn(to: index, by: part, callSite: callSite)
    }
    moveOn(to: index, by: part, callSite: callSite)
    recorder.listener?.didReceive(recorder.received.marks.step(at: index), at: callSite)
    let isChecked = update != nil || plan.comparesEveryField
    guard isChecked || plan.notesSkipped else { return }
    check(index, assert: update, of: part, after: after, isChecked: isChecked, at: callSite)
  }

  private func check(
    _ index: Int, assert update: ((inout State) throws -> Void)?,
    of part: (any StorePart<State, Action>)?, after: State?, isChecked: Bool, at callSite: CallSite
  ) {
    let action = recorder.received.action(at: index)
    guard let after else {
      guard isChecked else { return }
      Issues.report(
        FailureMessages.stateNotKept(
          action, limit: ReceivedActionLog<State, Action>.keptStates),
        at: callSite)
      return
    }
    let generators = recorder.received.marks.generators(at: index)
    let before = recorder.state(before: index)
    let failure = unmetExpectation(
      update, of: part, before: before ?? after, after: after, generators: generators,
      at: callSite)
    if let failure {
      return report(
        failure, of: part, ofEntry: index, from: before ?? after, to: after, at: callSite)
    }
    if isChecked {
      recorder.listener?.didCompare(
        PassedComparison(
          step: recorder.received.marks.step(at: index), before: before, after: after,
          isInFull: plan.comparesEveryField, hasClosure: update != nil, part: part,
          callSite: callSite))
    }
    if let before, plan.notesSkipped {
      noteSkippedChanges(
        of: action, isSent: false, update, part,
        before: before, after: after, generators: generators, at: callSite)
    }
  }

  @inline(never)
  private func report(
    _ failure: UnmetExpectation<State>, of part: (any StorePart<State, Action>)?,
    ofEntry index: Int, from before: State, to after: State, at callSite: CallSite
  ) {
    report(
      failure, of: part, after: .step(recorder.received.action(at: index), isSent: false),
      step: recorder.received.marks.step(at: index),
      context: context(of: failure, part, from: before, to: after), at: callSite)
  }

  private func moveOn(
    to index: Int, isStandIn: Bool = false, by part: (any StorePart<State, Action>)? = nil,
    callSite: CallSite
  ) {
    recorder.didAssert(at: index, isStandIn: isStandIn, by: part, callSite: callSite)
    if plan.demandsReceived, recorder.received.marks.furthestAsserted == index {
      assertedState =
        recorder.received.state(after: index, present: runtime.state) ?? runtime.state
    }
  }

  nonisolated(nonsending) func assertNotReceived(
    _ expectation: ActionExpectation<Action>, at callSite: CallSite
  ) async {
    guard driving.begin(.assertNotReceived, at: callSite) else { return }
    defer { driving.end() }
    await scheduler.exclusively {
      await scheduler.drain()
      guard recorder.received.contains(where: expectation.matches) else {
        if let reason = expectation.unsupportedReason() {
          Issues.report(FailureMessages.unsupported(expectation, reason: reason), at: callSite)
        }
        return
      }
      Issues.report(FailureMessages.received(expectation, timeline: timeline), at: callSite)
    }
  }

  /// The time since the last send, for a message.
  var timeline: Timeline<Action> {
    Timeline(
      received: recorder.received.entries.map { entry in
        Timeline.Received(
          action: entry.action, isAsserted: entry.isAsserted,
          assertedAt: recorder.trace.callSite(of: entry.step),
          sender: recorder.sender(ofStep: entry.step))
      },
      logStart: recorder.received.marks.start,
      dropped: recorder.received.dropped,
      inFlight: recorder.describe(unfinishedEffects),
      ended: recorder.ended(among: runtime.endedEffects),
      lastSend: recorder.lastSend,
      demanded: plan.demandsReceived ? recorder.received.demanded.first?.action : nil,
      values: { [recorder, runtime] in [runtime.state] + recorder.actions.suffix(64) })
  }
}
