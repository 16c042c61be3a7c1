import BehaviorLedger
import FocusedTestStore
import Foundation
import Testing

/// What came of an operation in which an outcome was missing.
struct Mutation {
  /// What the operation reported: the mutant is killed if that is anything.
  let issues: [ReportedIssue]
  /// What the run logged, without the beginning.
  let events: [MutantEvent.Kind]
  let code: MutantCode?

  var isKilled: Bool { issues.contains { $0.severity == .error } }
}

/// Runs an operation in which an outcome does not come about.
func mutating(
  _ feature: String, _ action: String, _ outcome: Behavior.Outcome,
  _ operation: nonisolated(nonsending) () async throws -> Void
) async throws -> Mutation {
  let log = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
  defer { try? FileManager.default.removeItem(atPath: log) }
  let test = try #require(Test.current)
  let location = test.sourceLocation
  let name = String(
    "\(test.id)".dropLast("/\(location.fileName):\(location.line):\(location.column)".count))
  let behavior = Behavior(feature: feature, action: action, outcome: outcome)
  let issues = try await withCapturedIssues {
    try await MutantRun(MutantPlan(log: log, mutants: [name: behavior])).use(operation)
  }
  let events = MutantEvent.all(inLog: log)
  return Mutation(
    issues: issues, events: events.map(\.kind).filter { $0 != .began && $0 != .code },
    code: events.lazy.compactMap(\.code).first)
}
