import Core

extension StoreMachine {
  /// Waits for an action, consumes it, and checks its closure.
  ///
  /// - Parameter start: The first step that can match the expectation.
  /// - Returns: The action's step, or `nil` if the action was reported as missing or out of order.
  nonisolated(nonsending) func receive(
    _ expectation: ActionExpectation<Action>, after start: Int, timeout: Duration,
    by call: TestCall<State, Action>
  ) async -> Int? {
    // The step to consume.
    var match: Int?
    let outcome = await work.wait(
      atMost: timeout, couldHappen: { work.couldSendMore },
      until: {
        let steps = steps
        match = journal.firstExpected(from: start) { expectation.matches(steps[$0].action) }
        return match != nil || isOutOfOrder(match)
      })
    if outcome == .storeEnded { return nil }
    let isEarly = isOutOfOrder(match)
    if isEarly || match == nil {
      if plan.demandsReceived, let late = lateMatch(of: expectation) {
        journal.assert(late, at: call.callSite)
        return late
      }
      reportUnmet(expectation, isReceived: match != nil, after: start, outcome, at: call.callSite)
      if plan.demandsReceived { journal.breakOrder() }
    }
    if let match { consume(match, by: call) }
    return isEarly ? nil : match
  }

  /// The first matching action that a send has dropped, which was reported.
  private func lateMatch(of expectation: ActionExpectation<Action>) -> Int? {
    let steps = steps
    return journal.firstDropped(from: journal.lateStart) { expectation.matches(steps[$0].action) }
  }

  /// Reports that an action was not received, or not in the order received.
  private func reportUnmet(
    _ expectation: ActionExpectation<Action>, isReceived: Bool, after start: Int,
    _ outcome: WaitOutcome, at callSite: CallSite
  ) {
    if !isReceived, let obstacle = expectation.obstacle {
      return Issues.report(obstacle, at: callSite)
    }
    if !isReceived, hasReportedMissingEndpoint { return }
    var activity = activity
    activity.firstCandidate = start
    Issues.report(
      FailureMessages.notReceived(
        expectation, activity: activity, waited: outcome.span, isCancelled: outcome == .cancelled),
      at: callSite)
  }

  /// Whether received actions must be asserted in order, and another action is next.
  private func isOutOfOrder(_ match: Int?) -> Bool {
    guard plan.demandsReceived, let next = journal.firstDemanded else { return false }
    return match != next
  }

  /// Whether an effect since the last send has called an unimplemented endpoint. The issue of that call explains why an
  /// action is missing.
  private var hasReportedMissingEndpoint: Bool {
    endedSinceLastSend.contains(where: \.hasCalledUnimplementedEndpoint)
      || unfinishedEffects.contains(where: \.hasCalledUnimplementedEndpoint)
  }

  private func consume(_ step: Int, by call: TestCall<State, Action>) {
    let after = state(after: step)
    journal.assert(step, at: call.callSite)
    notify(.didExpect(step: step, at: call.callSite, by: call.lens))
    if let shown = assertedStep, shown <= step {
      show(asserted: after ?? runtime.state, after: step)
    }
    // After an expectation out of order, the closures belong to other actions.
    if plan.demandsReceived, journal.isOrderBroken { return }
    notify(.didReceive(step: step, at: call.callSite))
    let isChecked = call.update != nil || plan.comparesEveryField
    guard isChecked || plan.notesSkipped else { return }
    guard let after else {
      guard isChecked else { return }
      return Issues.report(
        FailureMessages.stateNotKept(action(step), limit: KeptStates<State>.limit),
        at: call.callSite)
    }
    let before = state(before: step)
    check(call, step, before: before ?? after, isBeforeKept: before != nil, after: after)?()
  }

  func assertNotReceived(_ expectation: ActionExpectation<Action>, at callSite: CallSite) {
    let steps = steps
    let isReceived = journal.received.contains { expectation.matches(steps[$0].action) }
    let message =
      isReceived
      ? FailureMessages.received(expectation, activity: activity) : expectation.obstacle
    if let message { Issues.report(message, at: callSite) }
  }

  /// The facts about the time since the last send, for a message.
  var activity: RecentActivity<Action> {
    RecentActivity(
      journal: journal, steps: steps,
      inFlight: describe(unfinishedEffects),
      ended: endedSinceLastSend, cancelledBefore: cancelledBeforeLastSend,
      attempts: runtime.cancellations.attempts,
      demanded: plan.demandsReceived ? journal.firstDemanded.map(self.action) : nil)
  }
}

/// An action that a test expects, by its case or by a condition.
///
/// It states the order of actions that are not `Equatable`, or whose payloads don't matter:
///
/// ```swift
/// await store.receive(inOrder: .case { .started }, .case { .loaded($0) })
/// ```
public struct ActionMatch<Action> {
  let expectation: ActionExpectation<Action>

  /// An action of a case with any payload: `.case { .loaded($0) }`, or `.case { .started }`.
  public static func `case`<Value>(_ embed: @escaping (Value) -> Action) -> ActionMatch {
    ActionMatch(expectation: .anyOf(CasePath(embed)))
  }

  /// An action that meets a condition: `.where { $0.isError }`.
  ///
  /// The condition may run several times for the same action.
  public static func `where`(_ isMatching: @escaping (Action) -> Bool) -> ActionMatch {
    ActionMatch(expectation: .condition(matches: isMatching))
  }
}

extension ActionExpectation {
  /// The message about an expectation that no action can match.
  var obstacle: String? {
    unsupportedReason().map { FailureMessages.unsupported(self, reason: $0) }
  }
}
