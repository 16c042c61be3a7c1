import Core

extension TestStore {
  /// Reports a state that is not as a closure says, unless an issue has told the reason already: of an
  /// error before the closure threw it, or of what went wrong in the reducer.
  ///
  /// - Parameter step: The step that the closure is about, if it is about one.
  func report(
    _ failure: UnmetExpectation<State>, of part: (any StorePart<State, Action>)?,
    after moment: FailureMessages.Moment<Action>,
    step: Int? = nil, later: @autoclosure () -> Action? = nil, at callSite: CallSite
  ) {
    if case .threw(let error) = failure.reason {
      if Issues.hasReported(error) { return }
    } else if let step, recorder.told.failedSteps.contains(step) {
      return
    }
    var message = FailureMessages.unexpectedState(
      failure, by: part.map { call(by: $0, step: step, at: callSite) },
      after: moment, later: later())
    if case .assert = moment, recorder.trace.lastCallSite != nil {
      message = FailureMessages.assertion(message, in: timeline)
    }
    if failure.isOfComparison, let line = lineOfUncomparedFields(in: failure.isOfPart ? part : nil)
    {
      message += "\n\n" + line
    }
    Issues.report(message, at: callSite)
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
        at: callSite ?? recorder.trace.callSite(of: gone))
    case .sinceStep, nil: return .unknown
    }
  }
}
