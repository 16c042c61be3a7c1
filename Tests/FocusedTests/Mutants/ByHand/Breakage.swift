import BehaviorLedger
import FocusedTestStore

/// The one behavior that a reducer of this folder lacks: a mutant that was made by hand, in source.
struct Breakage: Sendable {
  let feature: String
  let missing: Behavior?

  /// Whether the code of a behavior runs.
  func keeps(_ action: String, _ outcome: Behavior.Outcome) -> Bool {
    missing != Behavior(feature: feature, action: action, outcome: outcome)
  }
}

/// A test of a feature, whose reducer may lack a behavior.
struct BodyOfTest<Feature>: Sendable {
  let name: String
  let run: @Sendable (_ feature: @escaping @Sendable () -> Feature) async -> Void

  init(
    _ name: String,
    _ run: @escaping @Sendable (_ feature: @escaping @Sendable () -> Feature) async -> Void
  ) {
    self.name = name
    self.run = run
  }
}

/// An expectation whose failure is captured like those of a store.
func expect(_ condition: Bool, line: UInt = #line) {
  if !condition { reportIssue("Expected otherwise.", line: line) }
}
