import Core

extension TestStore {
  /// Waits for an action, consumes it and checks its closure. Returns the place where it was found,
  /// or nil if it was reported to be missing or out of order.
  @discardableResult
  nonisolated(nonsending) func receive(
    _ expectation: ActionExpectation<Action>,
    after start: Int = 0,
    timeout: Duration?,
    assert update: ((inout State) throws -> Void)? = nil,
    at callSite: CallSite
  ) async -> Int? {
    let timeout = timeout ?? self.timeout
    let outcome = await scheduler.wait(
      atMost: timeout,
      couldHappen: { couldReceive },
      until: {
        recorder.received.firstUnasserted(from: start, where: expectation.matches) != nil
          || isOutOfOrder(expectation)
      })

    return await scheduler.exclusively {
      conclude(
        expectation, after: start, waited: outcome == .timedOut ? timeout : nil, assert: update,
        at: callSite)
    }
  }

  /// Consumes the action if it is there, or reports what is wrong.
  private func conclude(
    _ expectation: ActionExpectation<Action>,
    after start: Int,
    waited: Duration?,
    assert update: ((inout State) throws -> Void)?,
    at callSite: CallSite
  ) -> Int? {
    let match = recorder.received.firstUnasserted(from: start, where: expectation.matches)
    if isOutOfOrder(expectation) {
      reportOutOfOrder(expectation, match: match, at: callSite)
      return nil
    }
    if match == nil, let reason = expectation.unsupportedReason() {
      report(FailureMessages.unsupported(expectation, reason: reason), at: callSite)
      return nil
    }
    guard let match else {
      var timeline = timeline
      timeline.start = start
      report(
        FailureMessages.notReceived(
          expectation, timeline: timeline, waited: waited),
        at: callSite)
      return nil
    }
    consume(match, assert: update, of: expectation, at: callSite)
    return match
  }

  /// Whether received actions must be asserted in order, and another one is next.
  private func isOutOfOrder(_ expectation: ActionExpectation<Action>) -> Bool {
    guard checks(.receivedActions), let next = recorder.received.firstDemanded else {
      return false
    }
    return !expectation.matches(recorder.received.entries[next].action)
      && !recorder.received.isPassedOver(where: expectation.matches)
  }

  /// Whether an effect could still send something without the test's help.
  private var couldReceive: Bool {
    let effects = runtime.effectsInFlight
    return effects.contains { !$0.isParked }
      || scheduler.sources > effects.count { !$0.isCancelled }
  }

  /// One wrong action is one issue: what was meant is consumed if it is there, and if not, what came
  /// in its place, so that the receives that follow are not off by one.
  private func reportOutOfOrder(
    _ expectation: ActionExpectation<Action>, match: Int?, at callSite: CallSite
  ) {
    guard let next = recorder.received.firstDemanded else { return }
    let reason = match == nil ? expectation.unsupportedReason() : nil
    report(
      reason.map { FailureMessages.unsupported(expectation, reason: $0) }
        ?? FailureMessages.receivedOutOfOrder(
          expectation, next: recorder.received.entries[next].action,
          timeline: timeline),
      at: callSite)
    recorder.received.passOver(before: match ?? next)
    moveOn(to: match ?? next, callSite: callSite)
  }

  private func consume(
    _ index: Int,
    assert update: ((inout State) throws -> Void)?,
    of expectation: ActionExpectation<Action>,
    at callSite: CallSite
  ) {
    let entry = recorder.received.entries[index]
    let after = recorder.received.state(after: index, present: runtime.state)
    moveOn(to: index, callSite: callSite)
    let isChecked = update != nil || checks(.stateChanges)
    guard isChecked || exhaustivity.showsSkippedAssertions else { return }
    guard let after else {
      guard isChecked else { return }
      report(
        FailureMessages.stateNotKept(
          entry.action, limit: ReceivedActionLog<State, Action>.keptStates),
        at: callSite)
      return
    }
    let failure = unmetExpectation(
      update, before: recorder.state(before: index) ?? after, after: after,
      generators: entry.generators)
    if let failure {
      report(
        FailureMessages.unexpectedState(failure, after: .receive(entry.action), later: nil),
        at: callSite)
    } else if let before = recorder.state(before: index) {
      noteSkippedChanges(
        of: entry.action, isSent: false, update,
        before: before, after: after, generators: entry.generators, at: callSite)
    }
  }

  private func moveOn(to index: Int, callSite: CallSite) {
    recorder.didAssert(at: index, callSite: callSite)
    if checks(.receivedActions), recorder.received.furthestAsserted == index {
      assertedState =
        recorder.received.state(after: index, present: runtime.state) ?? runtime.state
    }
  }

  nonisolated(nonsending) func assertNotReceived(
    _ expectation: ActionExpectation<Action>, at callSite: CallSite
  ) async {
    await scheduler.settle()
    guard recorder.received.firstUnasserted(where: expectation.matches) != nil else {
      if let reason = expectation.unsupportedReason() {
        report(FailureMessages.unsupported(expectation, reason: reason), at: callSite)
      }
      return
    }
    report(FailureMessages.received(expectation, timeline: timeline), at: callSite)
  }

  /// What has happened since the last send, for a message.
  var timeline: Timeline<Action> {
    Timeline(
      received: recorder.received.entries.map { entry in
        Timeline.Received(
          action: entry.action, isAsserted: entry.isAsserted,
          assertedAt: recorder.assertion(ofStep: entry.step),
          effect: recorder.effect(sendingActionOf: entry.step)?.callSite)
      },
      dropped: recorder.dropped,
      inFlight: recorder.describe(runtime.effectsInFlight))
  }
}
