import Core
import FocusedTestStore

// The claims that semantics tests make. They fail whichever framework runs the test, so that one
// scenario can run from Swift Testing and from both kinds of XCTest methods.
//
// Other tests compare values with `claimEqual`, too, where nothing is captured: the compiler takes 9 to 19 ms
// for `#expect(a == b)`, because of all there is to call `==`, and a third of one for this.

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

/// Claims that the captured issues are errors, one at each of the lines, in that order.
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

/// Claims that an operation reports one error at the line that it returns, and that it says some words.
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
