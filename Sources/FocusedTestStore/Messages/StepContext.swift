import Core

/// The facts that a message about a step needs besides the difference.
struct StepContext<Action> {
  /// The state before the step, or the scoped state that the closure asserts.
  let before: Any
  /// The change that the step made, or `nil` if it made none.
  let change: Difference?
  /// The later step after which the state is as expected, if there is one.
  var later: Later?

  init(before: Any, after: Any) {
    self.before = before
    change = Difference.between(before, after)
  }

  /// A received action after which the mismatched fields have their expected values.
  struct Later {
    let action: Action
    /// Whether the fields still have these values once all effects are idle, which is when `assert` compares.
    let lasts: Bool
    /// The fields; the root for the whole state.
    let fields: [FieldPath]
  }
}

extension FieldMismatch {
  var difference: Difference? { Difference.between(expected, actual) }
}
