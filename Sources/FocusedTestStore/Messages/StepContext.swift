import Core

/// The facts that a message about a step needs besides the difference.
struct StepContext<Action> {
  /// The state before the step, or the scoped state that the closure asserts.
  let before: Any
  /// The change that the step made, or `nil` if it made none.
  let change: Difference?
  /// The later step after which the state is as expected, if there is one.
  var later: Later?

  /// A received action after which the mismatched fields have their expected values.
  struct Later {
    let action: Action
    /// Whether the closure itself holds after that action.
    let holdsClosure: Bool
    /// Whether the fields still have these values once all effects are idle, which is when `assert` compares.
    let lasts: Bool
    /// The fields; empty for the whole state.
    let fields: [FieldPath]
    /// The code that asserts these fields.
    let code: [String]
  }
}

extension StepContext {
  init(before: Any, after: Any) {
    self.init(before: before, change: Difference.between(before, after))
  }

  /// The field that the step changed instead of an expected one: the same field of another element.
  ///
  /// - Parameter isWrong: Whether a changed field may have an unexpected value.
  func changedInstead(
    of mismatch: FieldMismatch, where isWrong: (FieldPath) -> Bool
  ) -> FieldPath? {
    guard let old = mismatch.path.value(in: before), areEqual(old, mismatch.actual) else {
      return nil
    }
    let wanted = mismatch.path.components
    return change?.fieldChanges.first { change in
      let components = change.path.components
      return components.count == wanted.count && isWrong(change.path)
        && areEqual(change.new, mismatch.expected)
        && zip(components, wanted).allSatisfy { $0 == $1 || $0.isElement && $1.isElement }
    }?.path
  }
}

extension FieldPath.Component {
  /// Whether the field's path names one of several elements.
  fileprivate var isElement: Bool {
    switch self {
    case .index, .id, .key: true
    case .field, .payload, .wrapped: false
    }
  }
}

extension FieldMismatch {
  var difference: Difference? { Difference.between(expected, actual) }
}
