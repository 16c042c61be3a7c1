public enum IssueSeverity: Sendable { case warning, error }

public protocol IssueReporter: Sendable {
  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt)
}

private enum Reporters {
  @TaskLocal static var current: [any IssueReporter] = []
}

public func withIssueReporters<R>(
  _ reporters: [any IssueReporter], operation: () throws -> R
) rethrows -> R {
  try Reporters.$current.withValue(reporters, operation: operation)
}

public func withIssueReporters<R>(
  _ reporters: [any IssueReporter], isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> R
) async rethrows -> R {
  try await Reporters.$current.withValue(reporters, operation: operation)
}

public func reportIssue(
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let text = message()
  for reporter in Reporters.current {
    reporter.reportIssue(
      text, severity: .error, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
