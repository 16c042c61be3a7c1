import TestEvents
import SourceReading

extension SourceMutant {
  /// Advice on a test step that would notice the fault; `nil` for an operator that only a later version knows.
  package var cure: String? {
    switch MutationOperator(rawValue: self.operator) {
    case .callRemoved where !before.hasPrefix("state."):
      "put a `Stub` in the place of what is called, and expect its `calls`."
    case .callRemoved, .assignmentRemoved:
      "set what this line changes in the closure of the step, where it was not so before."
    case .effectRemoved:
      "receive what the effect sends, or expect the `calls` of a `Stub` that it awaits."
    case .caseEmptied: "send or receive this action, and set what it changes."
    case .conditionAlways:
      "send the action where this condition does not hold, and expect that nothing follows."
    case .conditionNever: "send the action where this condition holds, and expect what follows."
    case .conditionNegated:
      "send the action where this condition holds, or where it does not, and expect what follows."
    case .termRemoved:
      "send the action where this part alone decides the condition, and expect what follows."
    case .boundaryMoved: "send the action where both sides are equal, and expect what follows."
    case .numberChanged:
      """
      expect the value itself. For a duration, advance a `TestClock` to just before its end, and expect \
      nothing yet.
      """
    case .cancelInFlightRemoved:
      "send the action twice before its effect ends, and expect the second result alone."
    case .cancellableRemoved:
      "cancel the effect as the feature does, and expect with `finish()` that it has ended."
    case nil: nil
    }
  }
}
