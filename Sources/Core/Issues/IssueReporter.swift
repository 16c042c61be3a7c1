import Foundation

/// A destination of issues: a test framework, a store that collects the issues of its effects, or a
/// capture.
package protocol IssueReporter: Sendable {
  func report(_ issue: ReportedIssue)
}

/// Sends issues to the reporter of the current task.
///
/// Reporters are task-local, so parallel tests don't receive each other's issues. Without a
/// reporter, an issue is reported to the test framework if `FocusedTestStore` is linked, and to
/// standard error otherwise.
package enum Issues {
  /// The reporter of the current task.
  @TaskLocal package static var reporter: (any IssueReporter)?

  package static func report(
    _ message: String, severity: ReportedIssue.Severity = .error, at callSite: CallSite
  ) {
    report(ReportedIssue(message, severity: severity, at: callSite))
  }

  package static func report(_ issue: ReportedIssue) {
    guard let reporter = reporter ?? testReporter else { return printError("\(issue)") }
    reporter.report(issue)
  }
}

/// Prints a line to standard error.
package func printError(_ line: String) {
  // `write(_:)` would trap if the write fails, for example because the disk is full.
  try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
}

/// Reports an issue, for example of a client that is used incorrectly, or of a test helper.
///
/// ```swift
/// func fetch(page: Int) -> [String] {
///   if page < 0 { reportIssue("Expected a page, but got \(page).") }
///   return pages[page] ?? []
/// }
/// ```
///
/// The running test fails with it, at the given line. `withCapturedIssues` returns it. In an effect
/// of a `TestStore`, the issue belongs to that store's test. In an app, it is printed to standard
/// error, and the app continues.
///
/// - Parameters:
///   - message: The expectation, the fact, and the cure.
///   - severity: Whether the test fails.
public func reportIssue(
  _ message: @autoclosure () -> String,
  severity: ReportedIssue.Severity = .error,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  Issues.report(
    message(), severity: severity,
    at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// A problem that this package found: a message, a severity, and a location.
public struct ReportedIssue: Sendable, Hashable {
  /// The severity of an issue.
  public enum Severity: Sendable, Hashable {
    /// Fails the running test.
    case error
    /// Appears with the running test, but doesn't fail it.
    case note
  }

  /// The expectation, the fact, and the cure.
  public let message: String
  /// Whether the issue fails the running test.
  public let severity: Severity
  package let callSite: CallSite

  /// The module and file of the issue: `"ProfileTests/ProfileTests.swift"`.
  public var fileID: String { callSite.fileID.description }
  /// The full path of the issue's file.
  public var filePath: String { callSite.filePath.description }
  /// The line of the issue.
  public var line: Int { Int(callSite.line) }
  /// The column of the issue.
  public var column: Int { Int(callSite.column) }

  package init(_ message: String, severity: Severity = .error, at callSite: CallSite) {
    self.message = message
    self.severity = severity
    self.callSite = callSite
  }
}

extension ReportedIssue: CustomStringConvertible {
  /// The file, the line and the message.
  public var description: String {
    "\(callSite): \(severity == .note ? "note: " : "")\(message)"
  }
}

/// An error whose cause has already been reported. Throwing it reports no second issue.
package protocol ReportedError: Error {}
