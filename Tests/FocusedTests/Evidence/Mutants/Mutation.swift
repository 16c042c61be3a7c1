import TestEvents
import FocusedTestStore
import Foundation
import Testing

/// The result of an operation in which an outcome was missing.
struct Mutation {
  /// The issues of the operation: any issue kills the mutant.
  let issues: [ReportedIssue]
  /// The events of the run's log, except the beginning and the code.
  let events: [MutantEvent.Kind]
  let code: MutantCode?
  /// The reasons why the outcome could not be suppressed.
  let reasons: [String]

  var isKilled: Bool { issues.contains { $0.severity == .error } }
}

/// Runs an operation and suppresses an outcome.
func mutating(
  _ feature: String, _ action: String, _ outcome: Behavior.Outcome, in module: String = "",
  _ operation: nonisolated(nonsending) () async throws -> Void
) async throws -> Mutation {
  let name = try #require(Test.current).nameInPlans
  let behavior = Behavior(
    module: module, feature: feature, action: action, outcome: outcome)
  return try await running([name: .behavior(behavior)], operation)
}

private func running(
  _ mutants: [String: MutantSubject], _ operation: nonisolated(nonsending) () async throws -> Void
) async throws -> Mutation {
  let log = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
  defer { try? FileManager.default.removeItem(atPath: log) }
  let issues = try await withCapturedIssues {
    try await MutantRun(MutantPlan(log: log, mutants: mutants)).use(operation)
  }
  let events = MutantEvent.all(inLog: log)
  return Mutation(
    issues: issues, events: events.map(\.kind).filter { $0 != .began && $0 != .code },
    code: events.lazy.compactMap(\.code).first, reasons: events.compactMap(\.reason))
}
