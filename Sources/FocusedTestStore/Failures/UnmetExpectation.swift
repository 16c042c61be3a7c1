/// Why a state is not what a closure says.
///
/// A class, because almost every step has none: to pass on a missing object costs nothing, where a
/// missing value of a generic type costs a look-up of that type.
final class UnmetExpectation<State: Equatable> {
  indirect enum Reason {
    /// The closure threw.
    case threw(any Error)
    /// The closure changed nothing, and nothing had changed.
    case changesNothing
    /// Nothing was said of the state, and it changed from the old value of the difference.
    case unasserted(Difference)
    /// The whole state was compared: the old value of the difference is the expected one.
    case state(before: State, Difference)
    /// Only the fields that the closure changes were compared; none of them may have changed at all.
    case fields([FieldMismatch], areUnchanged: Bool)
  }

  let reason: Reason

  init(_ reason: Reason) {
    self.reason = reason
  }

  /// The fields that are not as expected.
  var mismatches: [FieldMismatch] {
    switch reason {
    case .fields(let mismatches, _): mismatches
    case .state(_, let difference): difference.mismatches
    case .threw, .changesNothing, .unasserted: []
    }
  }
}
