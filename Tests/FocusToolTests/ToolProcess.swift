#if os(Linux) || os(macOS)
  import Foundation
  import Testing
  import focus

  extension Process {
    /// The tool that was built with these tests, as the shell runs it in a directory, without GitHub Actions.
    ///
    /// It finds the scripts of the directory first. They know the directory as `FAKE`.
    static func focus(
      _ arguments: [String], in directory: TemporaryDirectory, environment: [String: String] = [:]
    ) throws -> Process {
      let process = Process()
      process.executableURL = try builtTool()
      process.arguments = arguments
      process.currentDirectoryURL = URL(fileURLWithPath: directory.path)
      var all = ProcessInfo.processInfo.environment
      for name in ["GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"] { all[name] = nil }
      all["PATH"] = directory("bin") + ":" + (all["PATH"] ?? "/usr/bin:/bin")
      all["FAKE"] = directory.path
      process.environment = all.merging(environment) { $1 }
      return process
    }

    /// The tool, which stands beside the tests.
    private static func builtTool() throws -> URL {
      let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
      let program = URL(fileURLWithPath: CommandLine.arguments[0])
      let candidates = (bundles + [program]).map {
        $0.deletingLastPathComponent().appendingPathComponent("focus")
      }
      return try #require(
        candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) },
        "There is no `focus` at any of \(candidates.map(\.path)).")
    }
  }

  extension ToolRun {
    /// Runs a process of the tool to its end.
    ///
    /// It writes to files, because a pipe that nobody reads while the process runs fills up.
    init(
      _ arguments: [String], asProcessIn directory: TemporaryDirectory,
      environment: [String: String] = [:]
    ) throws {
      let process = try Process.focus(arguments, in: directory, environment: environment)
      process.standardOutput = try directory.emptyFile("output")
      process.standardError = try directory.emptyFile("notes")
      process.standardInput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      self.init(
        code: try #require(ExitCode(rawValue: process.terminationStatus)),
        output: try directory.read("output"), notes: try directory.read("notes"))
    }
  }

  extension TemporaryDirectory {
    func emptyFile(_ name: String) throws -> FileHandle {
      try write("", to: name)
      return try FileHandle(forWritingTo: URL(fileURLWithPath: self(name)))
    }

    /// Writes a script that the tool runs instead of the program with this name.
    func writeProgram(_ name: String, _ script: String) throws {
      try write(script, to: "bin/" + name)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: self("bin/" + name))
    }

    /// Writes what a fake `swift package describe` prints: a target `P`, and its tests `M`.
    func writeDescription() throws {
      try write(
        """
        {"name":"P","path":"\(path)","targets":[
        {"name":"P","type":"library","path":"Sources/P","sources":["Profile.swift"]},
        {"name":"M","type":"test","path":"Tests/M","sources":["A.swift"],
        "target_dependencies":["P"],"product_dependencies":["FocusedEvidence"]}]}
        """, to: "describe.json")
    }
  }
#endif
