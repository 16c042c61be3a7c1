#if os(Linux) || os(macOS)
  import Foundation
  import Testing
  import focus

  /// The tool as the shell runs it.
  struct FocusProcessTests {
    let directory: TemporaryDirectory

    init() throws {
      directory = try TemporaryDirectory()
      try directory.write(ledgerText(sampleFacts), to: "ledger/ledger-1-a.jsonl")
    }

    @Test func `Below what was asked is exit code 1`() throws {
      let arguments = ["report", directory("ledger"), "--fail-under", "95"]
      let run = try focus(arguments)
      claimEqual(run, ToolRun(arguments))
      claimEqual(run.code, .belowRequest)
      #expect(
        run.notes
          == "focus: 50 % of the behaviors are asserted (2 of 4), but --fail-under requires 95.\n")
    }

    @Test func `Wrong usage is exit code 2, on the standard error`() throws {
      let run = try focus("report", "--htlm")
      claimEqual(run.code, .wrongUsage)
      claimEqual(run.output, "")
      #expect(
        run.notes == """
          focus report: There is no option --htlm. Did you mean --html?
          See `focus help report`.

          """)
      #expect(try focus().code == .wrongUsage)
    }

    @Test func `A relative path is relative to where the tool runs`() throws {
      let run = try focus("report", "ledger", "--html", "page.html")
      claimEqual(run.code, .asRequested)
      claimEqual(run.notes, "The page is in page.html.\n")
      #expect(try directory.read("page.html").hasPrefix("<!doctype html>\n"))
    }

    #if os(Linux)
      @Test func `A result that cannot be printed is exit code 2`() throws {
        let process = try tool("report", directory("ledger"))
        try directory.write("", to: "notes")
        process.standardOutput = try FileHandle(
          forWritingTo: URL(fileURLWithPath: "/dev/full"))
        process.standardError = try FileHandle(
          forWritingTo: URL(fileURLWithPath: directory("notes")))
        try process.run()
        process.waitUntilExit()
        claimEqual(process.terminationReason, .exit)
        claimEqual(process.terminationStatus, ExitCode.wrongUsage.rawValue)
        #expect(
          try directory.read("notes")
            == "focus: The result cannot be printed: No space left on device.\n")
      }

      @Test func `Notes that nobody can read change nothing`() throws {
        let process = try tool("report", directory("ledger"), "--fail-under", "95")
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(
          forWritingTo: URL(fileURLWithPath: "/dev/full"))
        try process.run()
        process.waitUntilExit()
        claimEqual(process.terminationReason, .exit)
        claimEqual(process.terminationStatus, ExitCode.belowRequest.rawValue)
      }
    #endif

    private func focus(_ arguments: String...) throws -> ToolRun { try focus(arguments) }

    private func focus(_ arguments: [String]) throws -> ToolRun {
      try ToolRun(tool(arguments), writingTo: directory)
    }

    private func tool(_ arguments: String...) throws -> Process { try tool(arguments) }

    /// A process in the directory, which has no package. In a package, the tool reads all sources.
    private func tool(_ arguments: [String]) throws -> Process {
      let process = Process()
      process.executableURL = try builtTool()
      process.arguments = arguments
      process.currentDirectoryURL = URL(fileURLWithPath: directory.path)
      return process
    }
  }

  extension ToolRun {
    /// Runs a process of the tool to its end.
    ///
    /// It writes to files, because a pipe that nobody reads while the process runs fills up.
    ///
    /// - Parameter actions: The variables of GitHub Actions. With them, the tool also writes annotations.
    init(
      _ process: Process, writingTo directory: TemporaryDirectory, actions: [String: String] = [:]
    ) throws {
      var environment = process.environment ?? ProcessInfo.processInfo.environment
      for name in ["GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE"] {
        environment[name] = actions[name]
      }
      process.environment = environment
      try directory.write("", to: "output")
      try directory.write("", to: "notes")
      process.standardOutput = try FileHandle(
        forWritingTo: URL(fileURLWithPath: directory("output")))
      process.standardError = try FileHandle(
        forWritingTo: URL(fileURLWithPath: directory("notes")))
      process.standardInput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      self.init(
        code: try #require(ExitCode(rawValue: process.terminationStatus)),
        output: try directory.read("output"), notes: try directory.read("notes"))
    }
  }

  /// The tool that was built with these tests, which stands beside them.
  func builtTool() throws -> URL {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let program = URL(fileURLWithPath: CommandLine.arguments[0])
    let candidates = (bundles + [program]).map {
      $0.deletingLastPathComponent().appendingPathComponent("focus")
    }
    return try #require(
      candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) },
      "There is no `focus` at any of \(candidates.map(\.path)).")
  }
#endif
