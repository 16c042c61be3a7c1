import Core

/// Runs an operation, and returns the issues that this package reports meanwhile instead of failing
/// the test with them.
///
/// For tests of failures themselves: of a helper that asserts, or of a feature's misuse.
///
/// ```swift
/// let issues = await withCapturedIssues {
///   await store.send(.changeMood(3)) { $0.mood = 2 }
/// }
/// #expect(issues.count == 1)
/// ```
///
/// Issues that other code records, `#expect` or `XCTAssert` for instance, are not captured.
nonisolated(nonsending) public func withCapturedIssues(
  _ operation: nonisolated(nonsending) () async throws -> Void
) async rethrows -> [ReportedIssue] {
  let capture = IssueCapture()
  try await Issues.$reporter.withValue(capture) {
    try await operation()
  }
  return capture.issues
}

/// Runs an operation, and returns the issues that this package reports meanwhile instead of failing
/// the test with them.
public func withCapturedIssues(_ operation: () throws -> Void) rethrows -> [ReportedIssue] {
  let capture = IssueCapture()
  try Issues.$reporter.withValue(capture, operation: operation)
  return capture.issues
}

private final class IssueCapture: IssueReporter {
  private let captured = Lock<[ReportedIssue]>([])

  var issues: [ReportedIssue] { captured.withLock { $0 } }

  func report(_ issue: ReportedIssue) {
    captured.withLock { $0.append(issue) }
  }
}
