import Core

extension FailureMessages {
  /// The reason why the state of a scoped store is missing, as part of a sentence, and its cure.
  typealias MissingState = (fact: String, cure: String)

  /// - Parameters:
  ///   - step: The step that the call asserts, if it asserts one.
  ///   - isSend: Whether the call sends an action.
  static func missingState<State, Action>(
    _ call: TestCall<State, Action>, asOf step: Int? = nil, isSend: Bool = false,
    in timeline: Timeline<Action>
  ) -> MissingState {
    if let reason = call.lens?.unsupportedReason() {
      return (
        "its case path cannot be followed by reflection: \(reason)",
        "Use `CasePath(embed:extract:)` instead."
      )
    }
    let move = "Move this line to where it exists, or check the action that removes it."
    switch call.lens?.absence {
    case .sinceScope(let callSite):
      return (
        "it did not exist when `scope` was called at \(callSite), and still does not",
        "Move this line to where it exists, or check the actions that should create it."
      )
    case .sinceStep(let gone, _) where gone == step: return ("that action removed it", move)
    case .sinceStep(let gone, let callSite) where step.map({ gone < $0 }) ?? true:
      let journal = timeline.journal
      let place = (callSite ?? journal.callSite(of: gone)).map { " at \($0)" } ?? ""
      let event = "\(name(timeline.actions[gone])) was \(callSite == nil ? "received" : "sent")"
      let followsReceived = journal.lastSent.map { gone > $0 + 1 } ?? false
      return (
        "it has been gone since \(event)\(place)",
        isSend || !followsReceived
          ? move
          : """
          Move this line to where it exists, or move its assertion to the `receive` of an earlier action. Or \
          check the action that removes it.
          """
      )
    case .sinceStep, nil: return ("it did not exist then", move)
    }
  }

  /// The message about an action that was not sent, because the state of the sending scoped store is missing.
  static func sent<State, Action>(
    _ action: Action, by call: TestCall<State, Action>, _ reason: MissingState
  ) -> String {
    let code = AssertionCode.call(action, isSent: true, on: call.store)
    return """
      Expected the state of \(call.name) to exist for \(name(action)), but \(reason.fact).
      The action was not sent. \(reason.cure) If the feature handles it without that state, send it with the store:
      \(code.map { "  \($0)" }.joined(separator: "\n"))
      """
  }

  /// The message about a closure that was not compared with a scoped state.
  ///
  /// - Parameter reason: The reason why the state is missing, or `nil` if the step added it.
  static func uncheckedScopedState<State, Action>(
    _ call: TestCall<State, Action>, _ reason: MissingState?, after place: String
  ) -> String {
    let reason =
      reason ?? (
        "it did not exist before",
        "In `.on`, a closure is applied to the state before the step. Assert the new state with the store: `\(call.store)`."
      )
    return """
      Expected to check the state of \(call.name)\(place), but \(reason.fact).
      \(reason.cure)
      """
  }

  static func unreadable(_ name: String, reason: String) -> String {
    """
    Expected to find the state of \(name), but its case path cannot be followed by reflection: \(reason).
    Use `CasePath(embed:extract:)` instead.
    """
  }
}
