#if os(Linux) || os(macOS)
  import Foundation
  import Testing

  extension TemporaryDirectory {
    func git(_ arguments: String...) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments =
        ["git", "-C", path, "-c", "user.name=a", "-c", "user.email=a@b"] + arguments
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }

    /// A package with the test `M.T/a`.
    static func package() throws -> TemporaryDirectory {
      let directory = try TemporaryDirectory()
      try directory.write(
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "P",
          targets: [
            .target(name: "FocusedEvidence"),
            .testTarget(name: "M", dependencies: ["FocusedEvidence"]),
          ])
        """, to: "Package.swift")
      try directory.write("", to: "Sources/FocusedEvidence/E.swift")
      try directory.write(
        "import Testing\nstruct T { @Test func a() {} }\n", to: "Tests/M/T.swift")
      return directory
    }
  }
#endif
