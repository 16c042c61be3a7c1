import Foundation

/// Somebody who takes issues: a test framework, a store that collects what its effects report, a
/// capture.
package protocol IssueReporter: Sendable {
  func report(_ issue: ReportedIssue)
}

/// A reporter that an add-on module supplies without being imported here.
package protocol DiscoverableIssueReporter: IssueReporter {
  init()
}

/// The way from a place that finds something wrong to whoever takes issues there.
///
/// Reporters are task-local, so tests in parallel never see each other's issues. Where none is set,
/// an issue goes to the test framework if `FocusedTestStore` is linked, and to standard error if not.
package enum Issues {
  /// Who takes the issues of the current task.
  @TaskLocal package static var reporter: (any IssueReporter)?

  package static func report(
    _ message: String, severity: ReportedIssue.Severity = .error, at callSite: CallSite
  ) {
    report(ReportedIssue(message, severity: severity, at: callSite))
  }

  package static func report(_ issue: ReportedIssue) {
    (reporter ?? fallback).report(issue)
  }

  /// `FocusedTestStore` imports the test frameworks and this module must not, so its reporter is
  /// found by name. The alternative, a global that `FocusedTestStore` sets, would miss whatever is
  /// reported before a test makes its first store.
  private static let fallback: any IssueReporter = {
    let found: AnyClass? = NSClassFromString("FocusedTestStore.TestFrameworkReporter")
    return (found as? any DiscoverableIssueReporter.Type)?.init() ?? StandardErrorReporter()
  }()
}

package struct StandardErrorReporter: IssueReporter {
  package init() {}

  package func report(_ issue: ReportedIssue) {
    FileHandle.standardError.write(Data("\(issue)\n".utf8))
  }
}
