import Core
import FocusedTestStore

// Expectations of the semantics tests. They report failures to the framework that runs the test, so that one scenario
// can run from Swift Testing and from both kinds of XCTest methods.
//
// Other tests use `claimEqual`, too, if they compare values and capture nothing. The compiler takes 9 to 19 ms for
// `#expect(a == b)`, because of the many overloads of `==`, and a third of one for `claimEqual`.

package func claim(
  _ condition: Bool, _ what: @autoclosure () -> String = "The claim does not hold.",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  guard !condition else { return }
  Issues.report(
    what(), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

package func claimEqual<Value: Equatable>(
  _ actual: Value, _ expected: Value,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  claim(
    actual == expected, "Expected \(expected), was \(actual).",
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Expects that the captured issues are errors, one on each of the lines, in that order.
package func claimIssues(
  _ issues: [ReportedIssue], at lines: [Int], naming words: String...,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let all = issues.map(\.description).joined(separator: "\n")
  claim(
    issues.map(\.line) == lines && issues.allSatisfy { $0.severity == .error },
    "Expected errors at the lines \(lines), got:\n\(all)",
    fileID: fileID, filePath: filePath, line: line, column: column)
  for word in words {
    claim(
      issues.allSatisfy { $0.message.contains(word) }, "Expected \(word) in:\n\(all)",
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// Expects that an operation reports one error on the line that it returns, with these words in its message.
package nonisolated(nonsending) func claimOneIssue(
  naming word: String, _ more: String...,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ operation: nonisolated(nonsending) () async -> Int
) async {
  let words = [word] + more
  var expected = 0
  let issues = await withCapturedIssues { expected = await operation() }
  let all = issues.map(\.description).joined(separator: "\n")
  claim(
    issues.map(\.line) == [expected] && issues[0].severity == .error
      && words.allSatisfy { issues[0].message.contains($0) },
    "Expected one error at line \(expected) with \(words), got \(issues.count):\n\(all)",
    fileID: fileID, filePath: filePath, line: line, column: column)
}
