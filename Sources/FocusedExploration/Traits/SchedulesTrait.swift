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
/// It is ``withSchedules(_:checkingDeterminism:overlappingSends:fileID:filePath:line:column:function:_:)-(Int,_,_,_,_,_,_,_,_)`` for the whole body of
/// a test: `#expect`, `#require` and thrown errors count as the issues of a store do, and one failing run
/// is reported. The trait of a test takes precedence over that of its
/// suite. Each argument of a parameterized test is explored by itself.
public struct SchedulesTrait: TestTrait, SuiteTrait, TestScoping {
  enum Choice: Sendable {
    case exploring(AllSchedules, checkingDeterminism: Bool, overlappingSends: Bool)
    case replaying(String)
  }

  let choice: Choice
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
    let result: Exploration.Result
    switch choice {
    case .exploring(let schedules, let checkingDeterminism, let overlappingSends):
      exploration.schedules = schedules
      exploration.checksDeterminism = checkingDeterminism
      result = await exploration.explore(overlappingSends: overlappingSends, body)
    case .replaying(let text):
      result = await exploration.replay(text, body)
    }
    _ = try result.get(orThrow: (any Error).self)
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
  /// - Parameters:
  ///   - count: The number of schedules to try. With 1, stores run as without schedules, even if
  ///     `FOCUSED_SCHEDULE` shuffles those of other tests.
  ///   - checkingDeterminism: Whether each schedule runs twice. The first difference between the runs is
  ///     reported.
  ///   - overlappingSends: Whether a `send` can be reduced before the effects of the previous `send` continue,
  ///     as with a second tap or the next letter typed. This applies to a `send` without an assert closure
  ///     that follows another one, with no read of the store, of a `Stub`, or of a `TestClock` in between.
  public static func schedules(
    _ count: Int, checkingDeterminism: Bool = false, overlappingSends: Bool = false,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    schedules(
      .count(count), checkingDeterminism: checkingDeterminism, overlappingSends: overlappingSends,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs a test, or each test of a suite, until each order of its actions is covered.
  ///
  /// A note of the passing test states what was covered.
  ///
  /// - Parameters:
  ///   - schedules: `.all`, or `.all(atMost:)` for a limit other than 10,000 runs.
  ///   - checkingDeterminism: Whether each schedule runs twice. The first difference between the runs is
  ///     reported.
  ///   - overlappingSends: Whether a `send` can be reduced before the effects of the previous `send` continue.
  public static func schedules(
    _ schedules: AllSchedules, checkingDeterminism: Bool = false, overlappingSends: Bool = false,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    SchedulesTrait(
      choice: .exploring(
        schedules, checkingDeterminism: checkingDeterminism, overlappingSends: overlappingSends),
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a test under an earlier schedule, which the issue of a failing test has reported as a string.
  public static func schedules(
    replaying replay: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    SchedulesTrait(
      choice: .replaying(replay),
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
