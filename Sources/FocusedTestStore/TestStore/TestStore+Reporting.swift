import Core

extension TestStore {
  /// Reports a state that is not as a closure says, unless an issue has told the reason already: of an
  /// error before the closure threw it, or of what went wrong in the reducer.
  ///
  /// - Parameter step: The step that the closure is about, if it is about one.
  func report(
    _ failure: UnmetExpectation, of part: (any StorePart<State, Action>)?,
    after moment: FailureMessages.Moment<Action>,
    step: Int? = nil, context: StepContext<Action>? = nil,
    at callSite: CallSite
  ) {
    if case .threw(let error) = failure.reason {
      if Issues.hasReported(error) { return }
    } else if let step, recorder.told.failedSteps.contains(step) {
      return
    }
    var message = FailureMessages.unexpectedState(
      failure, by: part.map { call(by: $0, step: step, at: callSite) },
      on: recorder.storeName, after: moment, context: context, at: callSite)
    if case .assert = moment, recorder.journal.lastCallSite != nil {
      message = FailureMessages.assertion(
        message, in: timeline,
        undoneBy: actionUndoing(failure.mismatches, in: failure.isOfPart ? part : nil))
    }
    if failure.isOfComparison, let line = lineOfUncomparedFields(in: failure.isOfPart ? part : nil)
    {
      message += "\n\n" + line
    }
    Issues.report(message, at: callSite)
  }

  /// What a message says of a step, in the terms of the failure.
  func context(
    of failure: UnmetExpectation, _ part: (any StorePart<State, Action>)?,
    from before: State, to after: State
  ) -> StepContext<Action>? {
    guard failure.isOfPart, let part else { return StepContext(before: before, after: after) }
    guard let before = part.value(in: before), let after = part.value(in: after) else { return nil }
    return StepContext(before: before, after: after)
  }

  /// The first received action since the last send after which fields no longer had their expected values.
  ///
  /// - Parameter mismatches: The fields, in the terms of `part` if that is not `nil`.
  private func actionUndoing(
    _ mismatches: [FieldMismatch], in part: (any StorePart<State, Action>)?
  ) -> Int? {
    let received = recorder.journal.received
    // Each state takes a comparison, so many actions are not searched.
    guard !mismatches.isEmpty, 1...256 ~= received.count,
      !(plan.demandsReceived && recorder.journal.firstDemanded != nil)
    else { return nil }
    func isMet(_ state: State) -> Bool {
      let whole: Any? = part.map { $0.value(in: state) } ?? state
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

  func call(
    by part: any StorePart<State, Action>, step: Int? = nil, at callSite: CallSite
  ) -> PartCall<Action> {
    PartCall(part, at: callSite, absence: absence(of: part, asOf: step))
  }

  private func absence(
    of part: any StorePart<State, Action>, asOf step: Int?
  ) -> PartCall<Action>.Absence {
    if let reason = part.unsupportedReason { return .unreadable(reason) }
    switch part.absence {
    case .sinceScope: return .sinceScope(part.callSite)
    case .sinceStep(let gone, _) where gone == step: return .sinceThisStep
    case .sinceStep(let gone, let callSite) where step.map({ gone < $0 }) ?? true:
      return .since(
        recorder.actions[gone], isSent: callSite != nil,
        at: callSite ?? recorder.journal.callSite(of: gone),
        followsReceived: recorder.journal.lastSent.map { gone > $0 + 1 } ?? false)
    case .sinceStep, nil: return .unknown
    }
  }
}
