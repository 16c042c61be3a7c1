import Core

/// Reports to standard error when no test is running. After an error the process ends as a failure, so
/// that no suite passes with an unreported error.
struct NoTestReporter: IssueReporter {
  func report(_ issue: ReportedIssue) {
    let kind = issue.severity == .error ? "error" : "note"
    // Xcode and terminals pick up a line of this form.
    printError("\(issue.filePath):\(issue.line): \(kind): \(issue.message)")
    if issue.severity == .error { ProcessEnd.fail(because: FailureMessages.noTestRunning) }
  }
}
