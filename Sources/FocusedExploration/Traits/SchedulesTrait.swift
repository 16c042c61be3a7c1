import Core
import FocusedTestStore
import Testing

/// Runs a test, or each test of a suite, under many schedules.
///
/// ```swift
/// @Test(.schedules(200)) func `the nearest places are suggested`() async {
///   let store = TestStore(.off, initialState: Place.State()) { Place() }
///   await store.send(.appeared)
///   #expect(store.state.suggestions == ["Zurich"])
/// }
/// ```
///
/// It is ``withSchedules(_:fileID:filePath:line:column:function:_:)`` for the whole body of
/// a test: `#expect`, `#require` and thrown errors count as the issues of a store do, and one failing run
/// is reported. The trait of a test takes precedence over that of its
/// suite. Each argument of a parameterized test is explored by itself.
public struct SchedulesTrait: TestTrait, SuiteTrait, TestScoping {
  let count: Int
  let callSite: CallSite

  /// Always `true`: a suite's trait applies to each of its tests.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let innermost = test.traits.last { $0 is Self } as? Self
    guard innermost?.callSite == callSite else { return try await function() }
    try await explore(as: test, function)
  }

  /// Runs the body of a test under the schedules.
  func explore(as test: Test, _ body: @Sendable () async throws -> Void) async throws {
    var exploration = Exploration(
      test: ScheduledTest(fileID: test.sourceLocation.fileID, function: test.name),
      callSite: callSite)
    exploration.expectsStores = false
    exploration.expectsChoices = isOwn(of: test)
    exploration.limit = count
    _ = try await exploration.explore(body).get(orThrow: (any Error).self)
  }

  /// Whether the test has the trait itself. The trait of a suite precedes the test, or is in another file.
  private func isOwn(of test: Test) -> Bool {
    "\(callSite.fileID)" == test.sourceLocation.fileID
      && callSite.line >= UInt(test.sourceLocation.line)
  }
}

extension Trait where Self == SchedulesTrait {
  /// Runs a test, or each test of a suite, under many schedules.
  ///
  /// - Parameter count: The number of schedules to try. With 1, stores run as without schedules, even if
  ///   `FOCUSED_SCHEDULE` shuffles those of other tests.
  public static func schedules(
    _ count: Int,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    SchedulesTrait(
      count: count,
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
