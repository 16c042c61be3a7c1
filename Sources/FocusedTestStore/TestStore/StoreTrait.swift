import Core
import Testing

/// Configures the stores that a test, or each test of a suite, creates: ``Testing/Trait/exhaustivity(_:)``,
/// ``Testing/Trait/dependencies(_:)``.
///
/// A store that a test uses ends with the test.
public struct StoreTrait: TestTrait, SuiteTrait, TestScoping {
  let configure: @Sendable (_ test: @Sendable () async throws -> Void) async throws -> Void

  /// Always `true`: a suite's trait applies to each of its tests.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await StoreScope.run { try await configure(function) }
  }
}

extension Trait where Self == StoreTrait {
  /// Sets the exhaustivity of the stores that are created without one.
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
  public static func exhaustivity(_ exhaustivity: Exhaustivity) -> Self {
    StoreTrait { test in try await withExhaustivity(exhaustivity) { try await test() } }
  }

  /// Overrides dependencies for a test, or for each test of a suite.
  ///
  /// ```swift
  /// @Suite(.dependencies { $0.uuid = .incrementing }) struct InboxTests {
  ///   @Test(.dependencies { $0.date.now = Date(timeIntervalSince1970: 0) })
  ///   func `a new message gets an id and a date`() async {
  ///     let store = TestStore(.off, initialState: Inbox.State()) { Inbox() }
  ///     await store.send(.composeTapped) { $0.draftID = UUID(0) }
  ///   }
  /// }
  /// ```
  ///
  /// The closure runs once for each test, so tests don't share the values that it creates. The closure of a test runs
  /// after that of its suite. A store's `withDependencies:` takes precedence over both. If the closure throws an
  /// error, the test fails and doesn't run.
  public static func dependencies(
    _ update: @escaping @Sendable (inout DependencyValues) async throws -> Void
  ) -> Self {
    StoreTrait { test in try await withDependencies(update) { try await test() } }
  }
}
