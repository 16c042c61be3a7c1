import Core

extension TestStore {
  /// Reports a state that is not as a closure says, unless an issue has told the reason already: of an
  /// error before the closure threw it, or of what went wrong in the reducer.
  ///
  /// - Parameter step: The step that the closure is about, if it is about one.
  func report(
    _ failure: UnmetExpectation, by call: TestCall<State, Action>,
    after moment: FailureMessages.Moment<Action>,
    step: Int? = nil, context: StepContext<Action>? = nil
  ) {
    if case .threw(let error) = failure.reason {
      if Issues.hasReported(error) { return }
    } else if let step, recorder.told.failedSteps.contains(step) {
      return
    }
    var message = FailureMessages.unexpectedState(
      failure, by: call, because: reason(for: call.lens?.absence, of: call, asOf: step),
      on: recorder.storeName, after: moment, context: context)
    if case .assert = moment, recorder.journal.lastCallSite != nil {
      message = FailureMessages.assertion(
        message, in: timeline,
        undoneBy: actionUndoing(failure.mismatches, in: failure.isOfPart ? call.lens : nil))
    }
    if failure.isOfComparison,
      let line = lineOfUncomparedFields(in: failure.isOfPart ? call.lens : nil)
    {
      message += "\n\n" + line
    }
    Issues.report(message, at: call.callSite)
  }

  /// What a message says of a step, in the terms of the failure.
  func context(
    of failure: UnmetExpectation, by call: TestCall<State, Action>,
    from before: State, to after: State
  ) -> StepContext<Action>? {
    guard failure.isOfPart, let lens = call.lens else {
      return StepContext(before: before, after: after)
    }
    guard let before = lens.value(in: before), let after = lens.value(in: after) else { return nil }
    return StepContext(before: before, after: after)
  }

  /// The first received action since the last send after which fields no longer had their expected values.
  ///
  /// - Parameter mismatches: The fields, as seen through the lens if there is one.
  private func actionUndoing(
    _ mismatches: [FieldMismatch], in lens: StoreLens<State, Action>?
  ) -> Int? {
    let received = recorder.journal.received
    // Each state takes a comparison, so many actions are not searched.
    guard !mismatches.isEmpty, 1...256 ~= received.count,
      !(plan.demandsReceived && recorder.journal.firstDemanded != nil)
    else { return nil }
    func isMet(_ state: State) -> Bool {
      let whole: Any? = lens.map { $0.value(in: state) } ?? state
      return whole.map { whole in mismatches.allSatisfy { $0.isMet(in: whole) } } ?? false
    }
    var culprit: Int?
    var wasMet = recorder.state(before: received.lowerBound).map(isMet) ?? false
    for step in received {
      guard let state = recorder.state(after: step, present: runtime.state) else {
        return nil
      }
      let isMetNow = isMet(state)
      if wasMet, !isMetNow { culprit = step }
      wasMet = isMetNow
    }
    return culprit
  }

  /// The reason why the state of the call's scoped store is missing.
  ///
  /// - Parameter step: The step that the call is about, if it is about one.
  func reason(
    for absence: StoreLens<State, Action>.Absence?, of call: TestCall<State, Action>,
    asOf step: Int? = nil
  ) -> FailureMessages.MissingState {
    if let reason = call.lens?.unsupportedReason { return .unreadable(reason) }
    switch absence {
    case .sinceScope(let callSite): return .sinceScope(callSite)
    case .sinceStep(let gone, _) where gone == step: return .sinceThisStep
    case .sinceStep(let gone, let callSite) where step.map({ gone < $0 }) ?? true:
      return .since(
        FailureMessages.name(recorder.actions[gone]), isSent: callSite != nil,
        at: callSite ?? recorder.journal.callSite(of: gone),
        followsReceived: recorder.journal.lastSent.map { gone > $0 + 1 } ?? false)
    case .sinceStep, nil: return .unknown
    }
  }
}
