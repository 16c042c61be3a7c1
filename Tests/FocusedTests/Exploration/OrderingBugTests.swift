import FocusedTestStore
import Testing

struct OrderingBugTests {
  @Test(arguments: OrderingBug.all)
  func `A test of the bug passes first in, first out`(_ bug: OrderingBug) async throws {
    let explored = try await withSchedules(1) { try await bug.test() }
    claimEqual(explored.count, 1)
  }

  @Test(arguments: OrderingBug.all)
  func `The bug is found, and shrunk to few deviations`(_ bug: OrderingBug) async throws {
    let report = await ExplorationReport.of(200, bug.test)
    claimEqual(report.issues.count { $0.message.hasPrefix("Expected the order") }, 1)
    let message = try #require(report.issues.last?.message)
    #expect(
      message.hasPrefix(
        "Expected the order of effects not to matter, but the test fails when \(bug.explanation)"
      ),
      "\(message)")
    let replay = try #require(report.replay)
    #expect(replay.schedule.deviations.count == bug.deviations, "\(message)")
  }

  @Test(arguments: OrderingBug.all)
  func `The replay string repeats the failure, and no other schedule`(_ bug: OrderingBug)
    async throws
  {
    let found = await ExplorationReport.of(200, bug.test)
    let repeated = await ExplorationReport.of(replaying: try #require(found.replayText), bug.test)
    claimEqual(repeated.issues.dropLast().map(\.message), found.issues.dropLast().map(\.message))
    claimEqual(repeated.otherFailures, found.otherFailures)
    #expect(repeated.hasFailed)
  }
}
