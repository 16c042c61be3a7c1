import FocusedTestStore

/// A bug that shows only if effects arrive in another order than the one in which they became ready.
///
/// The feature is correct in the order in which every test runs its effects, and wrong in an order that is possible in
/// production.
struct OrderingBug: Sendable, CustomStringConvertible {
  let description: String
  /// The beginning of the explanation in the exploration's issue.
  let explanation: String
  /// The number of deviations that the bug needs.
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

  static let all: [OrderingBug] = [
    debounceRace, lostUpdate, doubleSubmit, lastOfThree, delegateAfterDismissal,
  ]
}
