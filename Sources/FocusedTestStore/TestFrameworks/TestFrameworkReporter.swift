import Core
import Testing

/// Reports to the framework whose test is running, or to standard error if none is.
package final class TestFrameworkReporter: DiscoverableIssueReporter {
  package init() {}

  package func report(_ issue: ReportedIssue) {
    // Under XCTest, the observer notifies listeners of all failures, including those of `XCTAssert`.
    if issue.severity == .note || TestProcess.hasSwiftTesting { Listeners.calls?.on(.issue(issue)) }
    // A task may have lost its test's task-locals, but the framework of the process is known.
    if TestProcess.isInSwiftTesting
      || TestProcess.hasSwiftTesting && TestProcess.isInXCTest != true
    {
      return reportToSwiftTesting(issue)
    }
    if issue.severity == .error, TestCaseObserver.shared.report(issue) { return }
    NoTestReporter().report(issue)
  }

  package func hasReported(_ error: any Error) -> Bool {
    // The errors of a failed `#require` and of a failed `XCTUnwrap`, which is not public.
    error is ExpectationFailedError
      || String(describing: type(of: error)) == "XCTestErrorWhileUnwrappingOptional"
  }

  private func reportToSwiftTesting(_ issue: ReportedIssue) {
    let location = SourceLocation(
      fileID: issue.fileID, filePath: issue.filePath, line: issue.line, column: issue.column)
    let comment = Comment(rawValue: issue.message)
    switch issue.severity {
    case .error: Issue.record(comment, sourceLocation: location)
    case .note:
      #if compiler(>=6.3)
        Issue.record(comment, severity: .warning, sourceLocation: location)
      #else
        NoTestReporter().report(issue)
      #endif
    }
  }
}

/// Reports to standard error when no test is running. After an error the process ends as a failure, so
/// that no suite passes with an unreported error.
struct NoTestReporter: IssueReporter {
  func report(_ issue: ReportedIssue) {
    let kind = issue.severity == .error ? "error" : "note"
    // Xcode and terminals recognize a line of this form.
    printError("\(issue.filePath):\(issue.line): \(kind): \(issue.message)")
    if issue.severity == .error { ProcessEnd.fail(because: FailureMessages.noTestRunning) }
  }
}
