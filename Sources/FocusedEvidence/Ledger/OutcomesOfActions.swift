import FocusedTestStore

/// The actions that have had outcomes, and the actions that their effects have sent.
struct OutcomesOfActions {
  private struct Sending: Hashable {
    let cause: ActionKey
    let action: ActionKey
    let isDismissal: Bool
  }

  /// The actions so far, and whether they had an outcome.
  private var outcomes: [ActionKey: Bool] = [:]
  /// The actions for which the test asserts that nothing changes.
  private var stillActions: Set<ActionKey> = []
  /// The recorded actions that effects sent. A repeated step is not a new fact.
  private var sendings: Set<Sending> = []
  private var lastSending: Sending?

  /// Records an action, and whether it had an outcome.
  mutating func note(_ action: ActionKey, hasOutcome: Bool = true) {
    if hasOutcome {
      if outcomes[action] != true { outcomes[action] = true }
    } else if outcomes[action] == nil {
      outcomes[action] = false
    }
  }

  /// Records that the test has asserted every change by an action.
  mutating func assertsNothingElse(of action: ActionKey) { stillActions.insert(action) }

  /// The actions without an outcome, and whether the test asserts that nothing changes.
  var idleActions: [(action: ActionKey, isAsserted: Bool)] {
    outcomes.filter { !$0.value }.keys.map { ($0, stillActions.contains($0)) }
  }

  /// Whether the effects of `cause` have sent the action for the first time.
  mutating func isNew(
    _ action: ActionKey, sentBy cause: ActionKey, isDismissal: Bool
  ) -> Bool {
    let sending = Sending(cause: cause, action: action, isDismissal: isDismissal)
    // An effect that sends many actions usually sends the same action.
    if sending == lastSending { return false }
    lastSending = sending
    return sendings.insert(sending).inserted
  }

  mutating func forgetSendings() {
    sendings = []
    lastSending = nil
  }
}
