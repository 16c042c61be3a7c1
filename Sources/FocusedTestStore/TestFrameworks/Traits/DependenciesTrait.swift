import Core
import Testing

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
public struct DependenciesTrait: TestTrait, SuiteTrait, TestScoping {
  let update: @Sendable (inout DependencyValues) async throws -> Void

  /// Always `true`: a suite's trait applies to each of its tests.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await StoreScope.run {
      try await withDependencies(update) { try await function() }
    }
  }
}

extension Trait where Self == DependenciesTrait {
  /// Overrides dependencies for a test, or for each test of a suite.
  ///
  /// The closure runs once for each test, so tests don't share the values that it creates. The closure of a test runs
  /// after that of its suite. A store's `withDependencies:` takes precedence over both. If the closure throws an
  /// error, the test fails and doesn't run.
  public static func dependencies(
    _ update: @escaping @Sendable (inout DependencyValues) async throws -> Void
  ) -> Self {
    DependenciesTrait(update: update)
  }
}
