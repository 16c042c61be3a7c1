import Core

/// The reason why a state doesn't match a closure.
struct UnmetExpectation {
  indirect enum Reason {
    case threw(any Error)
    /// The closure changed nothing, and nothing had changed.
    case changesNothing
    /// The test asserted no change, but the state changed from the old value of the difference.
    case unasserted(Difference)
    /// The whole state was compared: the old value of the difference is the expected one.
    case state(before: Any, Difference)
    /// The closure writes to missing elements.
    case missed([MissedMutation])
    /// Only the fields that the closure changes were compared. The step may have changed none of them.
    case fields([FieldMismatch], areUnchanged: Bool)
    /// The closure asserts a child state that is missing or, in `.on`, that the step added.
    case partIsMissing(isNew: Bool)
  }

  let reason: Reason
  /// Whether the reason refers to the scoped state that the closure asserts.
  let isOfPart: Bool

  init(_ reason: Reason, isOfPart: Bool = false) {
    self.reason = reason
    self.isOfPart = isOfPart
  }

  /// Whether states were compared.
  var isOfComparison: Bool {
    switch reason {
    case .changesNothing, .unasserted, .state, .missed, .fields: true
    case .threw, .partIsMissing: false
    }
  }

  var mismatches: [FieldMismatch] {
    switch reason {
    case .fields(let mismatches, _): mismatches
    case .state(_, let difference): difference.mismatches
    case .threw, .changesNothing, .unasserted, .missed, .partIsMissing: []
    }
  }
}
