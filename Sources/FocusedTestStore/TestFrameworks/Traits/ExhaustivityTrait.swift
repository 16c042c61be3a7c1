import Testing

/// Sets the exhaustivity of the stores that a test, or the tests of a suite, create without one.
///
/// ```swift
/// @Suite(.exhaustivity(.off)) struct ProfileTests {
///   @Test func `changing the mood`() async {
///     let store = TestStore(initialState: Profile.State()) { Profile() }
///     await store.send(.changeMood(2)) { $0.mood = 2 }
///   }
///
///   @Test(.exhaustivity(.on)) func `nothing else changes`() async {
///     let store = TestStore(initialState: Profile.State()) { Profile() }
///     await store.send(.changeMood(2)) { $0.mood = 2 }
///   }
/// }
/// ```
///
/// The trait of a test takes precedence over that of its suite, a suite's over that of the enclosing
/// suite, and an exhaustivity given to the store's initializer over all of them.
public struct ExhaustivityTrait: TestTrait, SuiteTrait, TestScoping {
  /// The exhaustivity of a store that is created without one.
  public let exhaustivity: Exhaustivity

  /// Always `true`: a suite's trait applies to each of its tests.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await StoreScope.run {
      try await withExhaustivity(exhaustivity) { try await function() }
    }
  }
}

extension Trait where Self == ExhaustivityTrait {
  /// Sets the exhaustivity of the stores that are created without one.
  public static func exhaustivity(_ exhaustivity: Exhaustivity) -> Self {
    ExhaustivityTrait(exhaustivity: exhaustivity)
  }
}
