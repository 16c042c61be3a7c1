import Foundation

/// A destination of issues: a test framework, a store that collects what its effects report, a
/// capture.
package protocol IssueReporter: Sendable {
  func report(_ issue: ReportedIssue)
}

/// Sends issues to the reporter of the current task.
///
/// Reporters are task-local, so tests in parallel never see each other's issues. Without one, an
/// issue goes to the test framework if `FocusedTestStore` is linked, and to standard error if not.
package enum Issues {
  /// The reporter of the current task.
  @TaskLocal package static var reporter: (any IssueReporter)?

  package static func report(
    _ message: String, severity: ReportedIssue.Severity = .error, at callSite: CallSite
  ) {
    report(ReportedIssue(message, severity: severity, at: callSite))
  }

  package static func report(_ issue: ReportedIssue) {
    (reporter ?? defaultReporter).report(issue)
  }
}

package struct StandardErrorReporter: IssueReporter {
  package init() {}

  package func report(_ issue: ReportedIssue) {
    FileHandle.standardError.write(Data("\(issue)\n".utf8))
  }
}
