import Core

extension FailureMessages {
  /// The reason why the state of a scoped store is missing.
  enum MissingState {
    /// The scope's case path can't be followed, for this reason.
    case unreadable(String)
    case sinceScope(CallSite)
    /// The asserted step removed the state.
    case sinceThisStep
    /// An earlier step removed the state. Its action was sent or received at a line.
    ///
    /// `followsReceived`: whether other actions were received between the latest send and that step.
    case since(_ action: String, isSent: Bool, at: CallSite?, followsReceived: Bool)
    case unknown
  }

  /// The message about an action that was not sent, because the state of the sending scoped store is missing.
  static func sent<State, Action>(
    _ action: Action, by call: TestCall<State, Action>, _ reason: MissingState
  ) -> String {
    let code = AssertionCode.call(action, isSent: true, on: call.store)
    return """
      Expected \(call.name) to be there for \(name(action)), but \(fact(reason)).
      The action was not sent. \(cure(for: reason, isSend: true)) If the feature handles it without that state, send it by the store:
      \(code.map { "  \($0)" }.joined(separator: "\n"))
      """
  }

  static func scopedStateIsMissing<State, Action>(
    _ call: TestCall<State, Action>, _ reason: MissingState, after place: String
  ) -> String {
    """
    Expected to check the state of \(call.name)\(place), but \(fact(reason)).
    \(cure(for: reason))
    """
  }

  static func scopedStateIsNew<State, Action>(
    _ call: TestCall<State, Action>, after place: String
  ) -> String {
    """
    Expected to check the state of \(call.name)\(place), but it was not there before.
    In `.on` a closure is applied to the state before. Assert what comes by the store: \
    `\(call.store)`.
    """
  }

  static func unreadable(_ name: String, reason: String) -> String {
    """
    Expected to find the state of \(name), but its case path cannot be followed by reflection: \(reason).
    Use `CasePath(embed:extract:)` instead.
    """
  }

  private static func fact(_ reason: MissingState) -> String {
    switch reason {
    case .unreadable(let reason):
      return "its case path cannot be followed by reflection: \(reason)"
    case .sinceScope(let callSite):
      return "it was not there when `scope` was called at \(callSite), and has not come since"
    case .sinceThisStep:
      return "that action removed it"
    case .since(let action, let isSent, let callSite, _):
      let place = callSite.map { " at \($0)" } ?? ""
      return "it has been gone since \(action) was \(isSent ? "sent" : "received")\(place)"
    case .unknown:
      return "it was not there then"
    }
  }

  private static func cure(for reason: MissingState, isSend: Bool = false) -> String {
    switch reason {
    case .unreadable: "Use `CasePath(embed:extract:)` instead."
    case .sinceScope: "Bring it about first, or look at the way to it."
    case .since(_, _, _, followsReceived: true) where !isSend:
      """
      Move this line to where it is there, or what it asserts to the `receive` of an action before that one. \
      Or check the action that removes it.
      """
    case .sinceThisStep, .since, .unknown:
      "Move this line to where it exists, or check the action that removes it."
    }
  }
}
