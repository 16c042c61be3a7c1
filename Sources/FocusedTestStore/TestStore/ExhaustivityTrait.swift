#if canImport(Testing)
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
  /// The trait of a test wins over that of its suite, that of a suite over that of the suite around
  /// it, and an exhaustivity given to the store's initialiser over all of them.
  public struct ExhaustivityTrait: TestTrait, SuiteTrait, TestScoping {
    /// What a store that is created without an exhaustivity gets.
    public let exhaustivity: Exhaustivity

    /// A suite's trait holds for each of its tests.
    public var isRecursive: Bool { true }

    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let scope = StoreScope()
      defer { scope.end() }
      try await StoreScope.$current.withValue(scope) {
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
#endif
