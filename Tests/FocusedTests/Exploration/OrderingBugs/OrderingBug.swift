import FocusedTestStore

/// A mistake that shows only if effects arrive in another order than that in which they became ready.
///
/// Each is right in the order that every test runs them in, and wrong in one that production could take.
struct OrderingBug: Sendable, CustomStringConvertible {
  let description: String
  /// How the issue of the exploration begins its explanation.
  let explanation: String
  /// How many deviations the bug takes.
  let deviations: Int
  /// A focused test of the feature that has the bug.
  let test: @Sendable () async throws -> Void

  init(
    _ description: String, failsWhen explanation: String, deviations: Int = 1,
    test: @escaping @Sendable () async throws -> Void
  ) {
    self.description = description
    self.explanation = explanation
    self.deviations = deviations
    self.test = test
  }

  static let all: [OrderingBug] =
    [staleResponse, lateCancellation, debounceRace]
    + [lostUpdate, doubleSubmit, settingsUsedBeforeTheyAreLoaded, logoutDuringRefresh, lastOfThree]
    + [poppedDuringLoad, delegateAfterDismissal]
}
