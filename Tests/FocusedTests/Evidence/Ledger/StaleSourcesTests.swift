import FocusedEvidence
import FocusedTestStore
import Foundation
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

  @Test func `a file with a byte that is not UTF-8 is read`() throws {
    let directory = try TemporaryDirectory()
    let text = Data("// Gr\u{FC}n\nstore.send(.tap)".unicodeScalars.map { UInt8($0.value) })
    let file = URL(fileURLWithPath: directory("A.swift"))
    try text.write(to: file)
    let past = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 0)]
    try FileManager.default.setAttributes(past, ofItemAtPath: file.path)
    #expect(SourceFiles.call(in: file.path, atLine: 2, column: 7).call != nil)
  }
}
