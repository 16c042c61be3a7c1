import Core

extension FailureMessages {
  /// An action that was not sent, because the child of its scoped store doesn't exist.
  static func sent<Action>(_ action: Action, by call: PartCall<Action>) -> String {
    let code = AssertionCode.call(action, isSent: true, on: call.store)
    return """
      Expected \(call.name) to be there for \(name(action)), but \(reason(for: call.absence)).
      The action was not sent. \(cure(for: call.absence, isSend: true)) If the feature handles it without that state, send it by the store:
      \(code.map { "  \($0)" }.joined(separator: "\n"))
      """
  }

  static func partIsMissing<Action>(_ call: PartCall<Action>, after place: String) -> String {
    """
    Expected to check the state of \(call.name)\(place), but \(reason(for: call.absence)).
    \(cure(for: call.absence))
    """
  }

  static func partIsNew<Action>(_ call: PartCall<Action>, after place: String) -> String {
    """
    Expected to check the state of \(call.name)\(place), but it was not there before.
    In `.on` a closure is applied to the state before. Assert what comes by the store: \
    `\(call.store)`.
    """
  }

  static func unreadable(_ part: String, reason: String) -> String {
    """
    Expected to find the state of \(part), but its case path cannot be followed by reflection: \(reason).
    Use `CasePath(embed:extract:)` instead.
    """
  }

  private static func reason<Action>(for absence: PartCall<Action>.Absence) -> String {
    switch absence {
    case .unreadable(let reason):
      return "its case path cannot be followed by reflection: \(reason)"
    case .sinceScope(let callSite):
      return "it was not there when `scope` was called at \(callSite), and has not come since"
    case .sinceThisStep:
      return "that action removed it"
    case .since(let action, let isSent, let callSite, _):
      let place = callSite.map { " at \($0)" } ?? ""
      return "it has been gone since \(name(action)) was \(isSent ? "sent" : "received")\(place)"
    case .unknown:
      return "it was not there then"
    }
  }

  private static func cure<Action>(
    for absence: PartCall<Action>.Absence, isSend: Bool = false
  ) -> String {
    switch absence {
    case .unreadable: "Use `CasePath(embed:extract:)` instead."
    case .sinceScope: "Bring it about first, or look at the way to it."
    case .since(_, _, _, followsReceived: true) where !isSend:
      """
      Move this line to where it is there, or what it asserts to the `receive` of an action before that one. \
      Or look at what removes it.
      """
    case .sinceThisStep, .since, .unknown:
      "Move this line to where it is there, or look at what removes it."
    }
  }
}
