import FocusedTestStore

/// A state that the only step of a test replaces by another one.
protocol ReplacedState: Equatable {}

enum Replacement: Equatable { case become }

extension ReplacedState {
  func with(_ update: (inout Self) -> Void) -> Self {
    var copy = self
    update(&copy)
    return copy
  }

  static func store(
    _ mode: Exhaustivity, _ before: Self, _ after: Self
  ) -> TestStore<Self, Replacement> {
    TestStore(mode, initialState: before) {
      Reduce<Self, Replacement> { state, _ in
        state = after
        return .none
      }
    }
  }

  /// The messages about a closure that asserts the step.
  static func messages(
    _ before: Self, _ after: Self, in mode: Exhaustivity = .off,
    _ update: @escaping (inout Self) throws -> Void
  ) async -> [String] {
    await withCapturedIssues { await store(mode, before, after).send(.become, assert: update) }
      .map(\.message)
  }
}
