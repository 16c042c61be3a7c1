import FocusedTestStore
import Testing

struct OrderingBugTests {
  @Test(arguments: PlantedBug.explained)
  func `The bug is found, explained, shrunk to few deviations, and repeated by its replay string`(
    _ bug: PlantedBug
  ) async throws {
    let report = await ExplorationReport.of(200, bug.test)
    claimEqual(report.issues.count { $0.message.hasPrefix("Expected the order") }, 1)
    let message = try #require(report.issues.last?.message)
    #expect(
      message.hasPrefix(
        "Expected the order of effects not to matter, but the test fails when \(bug.sentence)"),
      "\(message)")
    let replay = try #require(report.replay)
    #expect(replay.schedule.deviations.count == bug.deviations, "\(message)")
    let repeated = await ExplorationReport.of(replaying: try #require(report.replayText), bug.test)
    claimEqual(repeated.issues.dropLast().map(\.message), report.issues.dropLast().map(\.message))
    claimEqual(repeated.otherFailures, report.otherFailures)
    #expect(repeated.hasFailed)
  }
}
