import Core
import FocusedTestStore

/// A reporter that keeps the reported issues.
final class IssueCollector: IssueReporter {
  private let issues = Lock<[ReportedIssue]>([])
  var all: [ReportedIssue] { issues.withLock { $0 } }
  func report(_ issue: ReportedIssue) { issues.withLock { $0.append(issue) } }
  func collect<R>(_ body: () throws -> R) rethrows -> R {
    try Issues.$reporter.withValue(self, operation: body)
  }
  func collect<R>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
  ) async rethrows -> R {
    try await Issues.$reporter.withValue(self, operation: body)
  }
}
