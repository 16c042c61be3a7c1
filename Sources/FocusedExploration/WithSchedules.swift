import Core
import FocusedTestStore

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
/// A schedule decides, wherever several tasks of a store's effects are ready, which runs next: in which order the
/// branches of a `.merge` or the children of a task group start and deliver, which task comes to an actor first,
/// which of several sleepers with the same deadline a `TestClock` wakes first, which of several answered calls
/// of a `Stub` goes on. The order in a task and in a `.concatenate` is kept, and so is what an `await` orders.
/// What only threads in parallel can interleave, code without a suspension in between, is not tried. All stores
/// that the test creates follow the schedule, so it must create them itself.
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
/// A thousand schedules of a small test take less than a second. A test in which nothing runs at the same time
/// has one, which a note says.
///
/// - Parameters:
///   - count: The number of schedules to try. With 1, stores run as without schedules, even if
///     `FOCUSED_SCHEDULE` shuffles those of other tests.
///   - checkingDeterminism: Whether each schedule runs twice. If the runs differ, the first difference is an
///     issue.
///   - overlappingSends: Whether a `send` may be reduced before the effects of the one before it have gone on: a
///     second tap, the next letter typed. Only one without an assert closure, which follows the other with
///     nothing in between that looks at the store, at a `Stub` or at a `TestClock`.
///   - test: What to run under each schedule.
/// - Returns: How many schedules the test has run under.
/// - Throws: The error that `test` throws under the schedule that is reported.
@discardableResult
nonisolated(nonsending) public func withSchedules<E: Error>(
  _ count: Int,
  checkingDeterminism: Bool = false,
  overlappingSends: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  function: StaticString = #function,
  _ test: nonisolated(nonsending) () async throws(E) -> Void
) async throws(E) -> ExploredSchedules {
  let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  var exploration = Exploration(
    test: ScheduledTest(function: "\(function)", exploredAt: callSite), callSite: callSite)
  exploration.limit = count
  exploration.checksDeterminism = checkingDeterminism
  return try await exploration.explore(overlappingSends: overlappingSends) { try await test() }
    .get(orThrow: E.self)
}

/// Runs a test until each order of its actions is covered.
///
/// A note states what was covered.
///
/// - Parameters:
///   - schedules: `.all`, or `.all(atMost:)` for another limit than 10,000 runs.
///   - checkingDeterminism: Whether each schedule runs twice. The first difference between the runs is reported.
///   - overlappingSends: Whether a `send` can be reduced before the effects of the previous `send` continue.
///   - test: What to run under each schedule.
/// - Returns: The schedules that the test has run under, and what they cover.
/// - Throws: The error that `test` throws under the schedule that is reported.
@discardableResult
nonisolated(nonsending) public func withSchedules<E: Error>(
  _ schedules: AllSchedules,
  checkingDeterminism: Bool = false,
  overlappingSends: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  function: StaticString = #function,
  _ test: nonisolated(nonsending) () async throws(E) -> Void
) async throws(E) -> ExploredSchedules {
  let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  var exploration = Exploration(
    test: ScheduledTest(function: "\(function)", exploredAt: callSite), callSite: callSite)
  exploration.limit = schedules.limit
  exploration.endsWhenCovered = true
  exploration.checksDeterminism = checkingDeterminism
  return try await exploration.explore(overlappingSends: overlappingSends) { try await test() }
    .get(orThrow: E.self)
}

/// Runs a test under a schedule that was found before.
///
/// The string is that of an issue that ``withSchedules(_:checkingDeterminism:overlappingSends:fileID:filePath:line:column:function:_:)-(Int,_,_,_,_,_,_,_,_)``
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
  let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let exploration = Exploration(
    test: ScheduledTest(fileID: "\(fileID)", function: "\(function)"), callSite: callSite)
  return try await exploration.replay(replay) { try await test() }.get(orThrow: E.self)
}
