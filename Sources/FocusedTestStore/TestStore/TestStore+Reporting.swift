import Core

extension TestStore {
  func report(_ message: String, at callSite: CallSite) {
    Issues.report(message, at: callSite)
  }

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
    } else if let step, recorder.hasFailed(inStep: step) {
      return
    }
    var message = FailureMessages.unexpectedState(
      failure, by: part.map { call(by: $0, step: step, at: callSite) },
      after: moment, later: later())
    if case .assert = moment, recorder.lastCallSite != nil {
      message = FailureMessages.assertion(message, in: timeline)
    }
    report(message, at: callSite)
  }

  func call(
    by part: any StorePart<State, Action>, step: Int? = nil, at callSite: CallSite
  ) -> PartCall<State, Action> {
    PartCall(
      part: part, callSite: callSite,
      absence: FailureMessages.absence(of: part, asOf: step, in: recorder))
  }
}
