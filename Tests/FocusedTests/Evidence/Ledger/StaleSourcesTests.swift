import FocusedEvidence
import FocusedTestStore
import SourceReading
import Testing

/// A source that is newer than the test program.
struct StaleSourcesTests {
  @Test func `a source that was changed after the build is reported once`() {
    let sources = StaleSources()
    let issues = withCapturedIssues {
      for line in 2...4 as ClosedRange<UInt> {
        let callSite = CallSite(fileID: "M/A.swift", filePath: "/A.swift", line: line, column: 1)
        sources.check(callSite) { _ in line > 2 }
      }
    }
    claimEqual(issues.map(\.severity), [.note])
    claimEqual(issues.map(\.line), [3])
    claimEqual(issues.first?.message.contains("M/A.swift was changed after that"), true)
  }

  @Test func `a file that is newer than the program is stale, and a missing one is not`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("let a = 1", to: "A.swift")
    #expect(SourceFiles.isStale(directory("A.swift")))
    #expect(!SourceFiles.isStale(directory("B.swift")))
  }
}
