import Core

/// Runs a test under many schedules, to show that it does not depend on the order of unrelated effects.
///
/// ```swift
/// await withSchedules(200) {
///   let store = TestStore(.off, initialState: Place.State()) { Place() }
///   await store.send(.appeared)
///   XCTAssertEqual(store.state.suggestions, ["Zurich"])
/// }
/// ```
///
/// A schedule decides, wherever several effects of a store are ready, which runs next: in which order the
/// branches of a `.merge` start and deliver, which of several sleepers with the same deadline a ``TestClock``
/// wakes first, which of several answered calls of a ``Stub`` goes on. The order in an effect and in a
/// `.concatenate` is kept. All stores that the test creates follow the schedule, so it must create them
/// itself.
///
/// The first schedule is that of any test. If the test fails there, it fails as ever. Then come schedules with
/// few deviations from it, then random ones. If there are no more than `count`, all are tried. The schedule of
/// a failure is reduced to the deviations that it takes, and reported in one issue that names the actions
/// whose order matters, with the issues that it leads to and a string that repeats it.
///
/// Under XCTest, a failed `XCTAssert` cannot be taken back. There the first schedule in which one fails is
/// reported as it is; issues of a store are reduced as under Swift Testing, where `.schedules(200)` does the
/// same for a test or a suite.
///
/// A thousand schedules of a small test take less than a second.
///
/// - Parameters:
///   - count: The number of schedules to try. With 1, stores run as without schedules, even if
///     `FOCUSED_SCHEDULE` shuffles those of other tests.
///   - checkingDeterminism: Whether each schedule runs twice. If the runs differ, the first difference is an
///     issue.
///   - test: What to run under each schedule.
/// - Returns: How many schedules the test has run under.
/// - Throws: The error that `test` throws under the schedule that is reported.
@discardableResult
nonisolated(nonsending) public func withSchedules<E: Error>(
  _ count: Int,
  checkingDeterminism: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  function: StaticString = #function,
  _ test: nonisolated(nonsending) () async throws(E) -> Void
) async throws(E) -> ExploredSchedules {
  let exploration = Exploration(
    test: ScheduledTest(fileID: "\(fileID)", function: "\(function)"), limit: count,
    checksDeterminism: checkingDeterminism,
    callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  return try await exploration.explore { try await test() }.get(orThrow: E.self)
}

/// Runs a test under a schedule that was found before.
///
/// The string is that of an issue that ``withSchedules(_:checkingDeterminism:fileID:filePath:line:column:function:_:)``
/// has reported for this test. One of another test or of another version, or one that no longer fits the
/// test, is an issue.
///
/// - Throws: The error that `test` throws.
@discardableResult
nonisolated(nonsending) public func withSchedules<E: Error>(
  replaying replay: String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  function: StaticString = #function,
  _ test: nonisolated(nonsending) () async throws(E) -> Void
) async throws(E) -> ExploredSchedules {
  let exploration = Exploration(
    test: ScheduledTest(fileID: "\(fileID)", function: "\(function)"),
    callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  return try await exploration.replay(replay) { try await test() }.get(orThrow: E.self)
}
