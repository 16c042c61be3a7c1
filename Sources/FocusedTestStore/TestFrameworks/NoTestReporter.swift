import Core
import Foundation

/// Reports where no test is running: to standard error. After an error the process does not end as a
/// success, so that no suite passes by not being told.
struct NoTestReporter: IssueReporter {
  func report(_ issue: ReportedIssue) {
    let kind = issue.severity == .error ? "error" : "note"
    // Xcode and terminals pick up a line of this form.
    FileHandle.standardError.write(
      Data("\(issue.filePath):\(issue.line): \(kind): \(issue.message)\n".utf8))
    if issue.severity == .error { ProcessEnd.fail(because: FailureMessages.noTestRunning) }
  }
}
