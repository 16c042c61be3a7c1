import FocusedTestStore
import Foundation
import Testing
@testable import focus

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
        func copied() -> Data? {
          FileManager.default.contents(atPath: workspace.directory + "/Tests/M/T.swift")
        }
        try workspace.write(["Tests/M/T.swift": "// A new test.\n" + test])
        #expect(copied() == Data("// A new test.\n\(test)".utf8))
        try workspace.write()
        #expect(copied() == Data(test.utf8))
      }
    }

    @Test func `a build that fails elsewhere shows the compiler's output`() throws {
      let directory = try TemporaryDirectory.package()
      try RunDirectory.whileUsed { runs throws(ToolError) in
        let package = try TestedPackage(at: directory.path, arguments: [], runs: runs)
        let workspace = try SplitWorkspace(package, for: [package.find("M.T/a")])
        try workspace.write(["Package.swift": "// swift-tools-version: 6.0\nnonsense\n"])
        func build() throws(ToolError) {
          _ = try workspace.build(
            write: { (_: Set<Int>) throws(ToolError) in () }, blame: { _, _ in [] })
        }
        #expect {
          try build()
        } throws: { error in
          (error as? ToolError)?.text.contains("cannot find 'nonsense' in scope") == true
        }
      }
    }

    @Test func `test targets in one directory share a file for trials`() throws {
      let directory = try TemporaryDirectory.package()
      let manifest = try directory.read("Package.swift")
      try directory.write(
        manifest.replacing(
          #".testTarget(name: "M", dependencies: ["FocusedEvidence"]),"#,
          with: """
            .testTarget(
              name: "M", dependencies: ["FocusedEvidence"], path: "Tests/M", exclude: ["U.swift"]),
            .testTarget(name: "U", path: "Tests/M", sources: ["U.swift"]),
            """), to: "Package.swift")
      try directory.write("", to: "Tests/M/U.swift")
      try RunDirectory.whileUsed { runs throws(ToolError) in
        let package = try TestedPackage(at: directory.path, arguments: [], runs: runs)
        let workspace = try SplitWorkspace(package, for: [package.find("M.T/a")])
        try workspace.update(isPruned: true)
        let file = workspace.directory + "/Tests/M/FocusTrials.swift"
        #expect(FileManager.default.contents(atPath: file) == Data())
      }
    }
  }
#endif
