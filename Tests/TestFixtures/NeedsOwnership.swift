import FocusedTestStore
import Testing

extension Trait where Self == ConditionTrait {
  /// For a test whose claim holds only if stores own the tasks that effects start, and their main-actor jobs.
  ///
  /// Where these are external (``Ownership``), the test doesn't run: in the step of `.ci/run` that sets
  /// `FOCUSED_OWNERSHIP` to `none`, and on a toolchain that fails the check of the store. `ToolchainTests` fails there, so
  /// the absence of such tests doesn't go unnoticed.
  package static var needsOwnership: Self {
    .enabled(if: Ownership.isExact, "The store doesn't own the tasks that effects start.")
  }
}
