import FocusedTestStore
import TestFixtures

// The texts of failures are in golden files beside the tests. A section has the name of the test, and a label if the test
// expects several texts.

/// Expects that an operation reports one issue, on its first line, with exactly the text of the golden file.
///
/// The first line is the line after the call.
nonisolated(nonsending) func expectIssue(
  text label: String? = nil, severity: ReportedIssue.Severity = .error, test: String = #function,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ operation: nonisolated(nonsending) () async -> Void
) async {
  expectIssue(
    await withCapturedIssues(operation), line: Int(line) + 1, severity: severity, text: label,
    test: test, fileID: fileID, filePath: filePath, callLine: line, column: column)
}

/// Expects one issue with this line, and exactly the text of the golden file.
func expectIssue(
  _ issues: [ReportedIssue], line: Int, severity: ReportedIssue.Severity = .error,
  text label: String? = nil, test: String = #function,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  callLine: UInt = #line, column: UInt = #column
) {
  claim(
    issues.map(\.line) == [line]
      && issues.allSatisfy { $0.severity == severity && $0.fileID == "\(fileID)" },
    "Expected one \(severity) at \(fileID):\(line), got \(issues)",
    fileID: fileID, filePath: filePath, line: callLine, column: column)
  expectText(
    issues, text: label, test: test, fileID: fileID, filePath: filePath, line: callLine,
    column: column)
}

/// Expects one issue with exactly the text of the golden file. Another expectation checks its line.
func expectText(
  _ issues: [ReportedIssue], text label: String? = nil, test: String = #function,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  expectText(
    issues.map(\.message), text: label, test: test, fileID: fileID, filePath: filePath, line: line,
    column: column)
}

/// Expects one message with exactly the text of the golden file.
func expectText(
  _ messages: [String], text label: String? = nil, test: String = #function,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  claim(
    messages.count == 1, "Expected one message, got \(messages)",
    fileID: fileID, filePath: filePath, line: line, column: column)
  expectText(
    messages.first, text: label, test: test, fileID: fileID, filePath: filePath, line: line,
    column: column)
}

/// Expects exactly the text of the golden file.
func expectText(
  _ actual: String?, text label: String? = nil, test: String = #function,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let file = "\(fileID)".drop { $0 != "/" }.dropFirst().replacing(".swift", with: ".txt")
  let test = test.prefix { $0 != "(" }.filter { $0 != "`" }
  claimGolden(
    actual ?? "nil", String(file),
    section: label.map { "\(test), \($0)" } ?? test,
    fileID: fileID, filePath: filePath, line: line, column: column)
}
