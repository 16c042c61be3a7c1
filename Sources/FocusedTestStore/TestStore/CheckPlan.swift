/// What a store checks of a step, of what it receives and of its end: an exhaustivity, read once.
struct CheckPlan: Equatable, Sendable {
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

  /// What is done with a step that is asserted.
  enum Look {
    /// Nothing is said of its state.
    case none
    /// What it changes is noted.
    case notes
    case checks
  }

  func look(hasClosure: Bool) -> Look {
    hasClosure || comparesEveryField ? .checks : notesSkipped ? .notes : .none
  }

  /// What a store does when it goes over from one plan to another.
  struct Change: Equatable {
    /// Whether what was skipped until then is noted, before it is dropped.
    var notesSkipped = false
    /// Whether the live state is the new baseline, and what was received is dropped.
    var startsAfresh = false
    /// Whether there is no baseline any more.
    var dropsBaseline = false
  }

  /// - Returns: `nil` if the same is checked, whatever is noted.
  func change(from old: CheckPlan) -> Change? {
    let isSame =
      (comparesEveryField, demandsReceived, demandsEnds)
      == (old.comparesEveryField, old.demandsReceived, old.demandsEnds)
    if isSame { return nil }
    return Change(
      notesSkipped: old.notesSkipped, startsAfresh: demandsReceived && !old.demandsReceived,
      dropsBaseline: !demandsReceived)
  }
}
