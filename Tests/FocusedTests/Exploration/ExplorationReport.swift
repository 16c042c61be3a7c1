import Core
import FocusedTestStore
import Testing

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

  static func of(
    replaying text: String, line: UInt = #line, _ test: @Sendable () async throws -> Void
  ) async -> ExplorationReport {
    await recording {
      try await withSchedules(replaying: text, line: line, function: "test()") { try await test() }
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
