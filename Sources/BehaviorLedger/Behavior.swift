/// One thing that a feature does: what it is told, and one outcome of that.
///
/// `Profile · .saveTapped → isSaving` is a behavior. The same behavior has the same name whether its
/// feature was tested alone or inside of its parents, so facts of different tests about it meet here.
package struct Behavior: Hashable, Sendable {
  /// The feature's name, such as `Profile`.
  package var feature: String

  /// The action's case without its dot, such as `saveTapped`; `delegate.saved` for an enum inside of
  /// it that is not itself an `Action`.
  package var action: String

  package var outcome: Outcome

  package init(feature: String, action: String, outcome: Outcome) {
    self.feature = feature
    self.action = action
    self.outcome = outcome
  }
}

extension Behavior: Comparable {
  package static func < (a: Self, b: Self) -> Bool {
    (a.feature, a.action, a.outcome) < (b.feature, b.action, b.outcome)
  }
}

extension Behavior: CustomStringConvertible {
  /// The behavior as messages and reports name it: `Profile · .saveTapped → isSaving`.
  package var description: String {
    "\(feature) · .\(action) → \(outcome)"
  }
}
