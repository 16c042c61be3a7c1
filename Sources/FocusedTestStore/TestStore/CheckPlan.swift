/// What a store checks of a step, of what it receives and of its end: an exhaustivity, read once.
struct CheckPlan: Sendable {
  /// Whether the state before a step with the closure applied must be the state after it, in every field.
  /// If not, the fields are compared that the closure changes.
  let comparesEveryField: Bool
  /// Whether each received action must be asserted, in the order received. Then the state is that of the
  /// last asserted step, and every state is kept until then.
  let demandsReceived: Bool
  /// Whether each effect must have ended when the test does.
  let demandsEnds: Bool
  /// Whether what is left out is noted, as code to paste.
  let notesSkipped: Bool

  init(_ exhaustivity: Exhaustivity) {
    comparesEveryField = exhaustivity.checks.contains(.stateChanges)
    demandsReceived = exhaustivity.checks.contains(.receivedActions)
    demandsEnds = exhaustivity.checks.contains(.inFlightEffects)
    notesSkipped = exhaustivity.showsSkippedAssertions
  }

  /// Whether the same is checked by both, whatever is noted.
  func checksTheSame(as other: CheckPlan) -> Bool {
    (comparesEveryField, demandsReceived, demandsEnds)
      == (other.comparesEveryField, other.demandsReceived, other.demandsEnds)
  }
}
