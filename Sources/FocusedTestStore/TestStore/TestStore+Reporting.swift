import Core

extension TestStore {
  func report(_ message: String, at callSite: CallSite) {
    Issues.report(message, at: callSite)
  }

  /// Reports a state that is not as a closure says, unless an issue has already reported the reason.
  func report(
    _ failure: UnmetExpectation<State>, after moment: FailureMessages.Moment<Action>,
    later: @autoclosure () -> Action? = nil, at callSite: CallSite
  ) {
    if case .threw(let error) = failure.reason, FailureMessages.isReported(error) { return }
    var message = FailureMessages.unexpectedState(failure, after: moment, later: later())
    if case .assert = moment, recorder.lastCallSite != nil {
      message = FailureMessages.assertion(message, in: timeline)
    }
    report(message, at: callSite)
  }
}
