import Core
import FocusedTestStore
import Testing

@testable import struct FocusedExploration.Exploration

/// The report of an exploration. Its failures are hidden from the test that reads the report.
struct ExplorationReport {
  /// The issues of the package.
  var issues: [ReportedIssue] = []
  /// The visible issues of `#expect`, `#require`, and thrown errors, as text.
  var otherFailures: [String] = []
  var explored: ExploredSchedules?

  var hasFailed: Bool { !issues.isEmpty || !otherFailures.isEmpty }

  var replayText: String? {
    issues.last?.message.split(separator: "FOCUSED_SCHEDULE=").dropFirst().last.map(String.init)
  }

  var replay: ScheduleReplay? { replayText.flatMap { try? ScheduleReplay($0) } }

  static func of(
    _ count: Int, line: UInt = #line, _ test: @Sendable () async throws -> Void
  ) async -> ExplorationReport {
    await recording {
      try await withSchedules(count, line: line, function: "test()") { try await test() }
    }
  }

  /// The report of a process in which `FOCUSED_SCHEDULE` has a value.
  static func of(
    replaying text: String, line: UInt = #line, _ test: @Sendable () async throws -> Void
  ) async -> ExplorationReport {
    let callSite = CallSite(fileID: #fileID, filePath: #filePath, line: line, column: 1)
    var exploration = Exploration(
      test: ScheduledTest(fileID: #fileID, function: "test()"), callSite: callSite)
    exploration.process = ProcessSchedule(text, randomSeed: 0, announce: { _ in })
    return await recording { [exploration] in
      try await exploration.explore { try await test() }.get(orThrow: (any Error).self)
    }
  }

  private static func recording(
    _ explore: () async throws -> ExploredSchedules
  ) async -> ExplorationReport {
    let others = Lock<[String]>([])
    let explored = Lock<ExploredSchedules?>(nil)
    let issues = await withCapturedIssues {
      try? await withKnownIssue(isIntermittent: true) {
        let result = try await explore()
        explored.withLock { $0 = result }
      } matching: { issue in
        others.withLock { $0.append("\(issue)") }
        return true
      }
    }
    return ExplorationReport(
      issues: issues, otherFailures: others.withLock { $0 },
      explored: explored.withLock { $0 })
  }
}
