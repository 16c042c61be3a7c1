import FocusedTestStore
import Foundation
import Testing
import focus

#if os(Linux) || os(macOS)
  /// The copy of a package, in which tests are traced and new tests are proven.
  struct SplitWorkspaceTests {
    @Test func `a test is traced at its own lines, after other tests were written beside it`()
      throws
    {
      let directory = try TemporaryDirectory.package()
      let test = try directory.read("Tests/M/T.swift")
      try RunDirectory.whileUsed { runs throws(ToolError) in
        let package = try TestedPackage(at: directory.path, arguments: [], runs: runs)
        let workspace = try SplitWorkspace(package, for: [package.find("M.T/a")])
        try workspace.write()
        #expect(workspace.hasOriginals)
        try workspace.write(["Tests/M/T.swift": "// A new test.\n" + test])
        #expect(!workspace.hasOriginals)
        try workspace.write()
        #expect(workspace.hasOriginals)
      }
    }
  }
#endif
