/// Reports an issue of your own: of a client that is used wrongly, or of a helper that tests use.
///
/// ```swift
/// func fetch(page: Int) -> [String] {
///   if page < 0 { reportIssue("Expected a page, but got \(page).") }
///   return pages[page] ?? []
/// }
/// ```
///
/// The running test fails with it, at the given line. `withCapturedIssues` returns it. In an effect
/// of a `TestStore`, it belongs to that store's test. In an app it goes to standard error, and
/// nothing stops.
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
