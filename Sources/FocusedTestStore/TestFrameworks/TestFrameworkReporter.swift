import Core
import Testing

/// Reports to the framework whose test is running, or to standard error if none is.
package final class TestFrameworkReporter: DiscoverableIssueReporter {
  package init() {}

  package func report(_ issue: ReportedIssue) {
    // Under XCTest, the observer notifies listeners of all failures, including those of `XCTAssert`.
    if issue.severity == .note || TestProcess.hasSwiftTesting { Listeners.calls?.didRecord(issue) }
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

// The issues that Swift Testing has recorded.

extension Issue {
  /// The comments of the issue, below its kind if the kind says more.
  package var text: String {
    let comments = comments.map(\.rawValue)
    if case .unconditional = kind, !comments.isEmpty { return comments.joined(separator: "\n") }
    return (["\(kind)"] + comments).joined(separator: "\n")
  }

  package var isError: Bool {
    #if compiler(>=6.3)
      severity == .error
    #else
      true
    #endif
  }
}

extension CallListener {
  /// Swift Testing has recorded an issue.
  package func didRecord(_ issue: Issue) {
    didRecord(
      issue.text, isFailure: issue.isError,
      at: issue.sourceLocation.map { ($0.fileID, $0.line) })
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
