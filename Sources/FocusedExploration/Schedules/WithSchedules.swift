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
/// If several tasks of a store's effects are ready, a schedule chooses the one that runs next. So it determines the
/// order in which
/// - the branches of a `.merge`, or the children of a task group, start and deliver;
/// - tasks reach an actor;
/// - a `TestClock` wakes sleepers with the same deadline;
/// - answered calls of a `Stub` continue.
///
/// A schedule keeps the order within a task, within a `.concatenate`, and between tasks of which one awaits the other.
/// Code without a suspension is never interrupted, although parallel threads could interleave it in the app. All stores
/// that the test creates follow the schedule, so the test must create them itself.
///
/// The first run takes the order of a test without schedules. If the test fails there, it fails as usual. The next
/// schedules differ from that order in few choices, and the later ones are random. If there are at most `count`
/// schedules, all of them run. A failing schedule is reduced to the choices that are needed for the failure. One
/// reported issue then names the actions whose order matters, the issues that they lead to, and a string that repeats
/// the schedule.
///
/// Under XCTest, a failed `XCTAssert` cannot be taken back. So the first schedule in which one fails is reported
/// without a reduction. Issues of a store are reduced as under Swift Testing, where `.schedules(200)` does the same for
/// a test or a suite.
///
/// A thousand schedules of a small test take less than a second. If nothing in the test runs concurrently, there is only
/// one schedule, and a note reports that.
///
/// - Parameters:
///   - count: The number of schedules to try. With 1, stores run as without schedules, even if
///     `FOCUSED_SCHEDULE` shuffles those of other tests.
///   - test: The test to run under each schedule.
/// - Returns: The number of schedules under which the test has run, and whether there are others.
/// - Throws: The error that `test` throws under the schedule that is reported.
@discardableResult
nonisolated(nonsending) public func withSchedules<E: Error>(
  _ count: Int,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  function: StaticString = #function,
  _ test: nonisolated(nonsending) () async throws(E) -> Void
) async throws(E) -> ExploredSchedules {
  let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  var exploration = Exploration(
    test: ScheduledTest(fileID: "\(fileID)", function: "\(function)"), callSite: callSite)
  exploration.limit = count
  return try await exploration.explore { try await test() }.get(orThrow: E.self)
}
