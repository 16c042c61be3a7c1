import Core

extension FailureMessages {
  /// The reason why a call can't use the state of a scoped store, as part of a sentence, and the cure.
  ///
  /// - Parameter isNew: Whether the state exists after the step, but not before it.
  static func missingState<State, Action>(
    _ lens: StoreLens<State, Action>?, isNew: Bool = false
  ) -> (fact: String, cure: String) {
    if let reason = lens?.unsupportedReason() {
      (
        "its case path cannot be followed by reflection: \(reason)",
        "Use `CasePath(embed:extract:)` instead."
      )
    } else if isNew {
      (
        "it did not exist before",
        """
        In `.on`, a closure is applied to the state before the step. Assert the new state with the store: \
        `\(lens?.store ?? "store")`.
        """
      )
    } else {
      (
        "it does not exist",
        "Move this line to where it exists, or check the actions that create and remove it."
      )
    }
  }

  /// The message about an action that was not sent, because the state of the sending scoped store is missing.
  static func notSent<State, Action>(
    _ action: Action, by lens: StoreLens<State, Action>?, named store: String
  ) -> String {
    let (fact, cure) = missingState(lens)
    return """
      Expected the state of \(store) to exist for \(name(action)), but \(fact).
      The action was not sent. \(cure) If the feature handles it without that state, send it with \
      `\(lens?.store ?? "store")`.
      """
  }

  static func unreadable<State, Action>(_ lens: StoreLens<State, Action>) -> String {
    let (fact, cure) = missingState(lens)
    return "Expected to find the state of \(lens.name), but \(fact).\n\(cure)"
  }
}
