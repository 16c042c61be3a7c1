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
      let run = try ToolRun(arguments, asProcessIn: directory)
      claimEqual(run, ToolRun(arguments))
      claimEqual(run.code, .belowRequest)
    }

    @Test func `Wrong usage is exit code 2, on the standard error`() throws {
      let run = try focus("report", "--htlm")
      claimEqual(run, ToolRun("report", "--htlm"))
      claimEqual(run.code, .wrongUsage)
      claimEqual(run.output, "")
      #expect(try focus().code == .wrongUsage)
    }

    @Test func `A relative path is relative to where the tool runs`() throws {
      let run = try focus("report", "ledger", "--html", "page.html")
      claimEqual(run.code, .asRequested)
      claimEqual(run.notes, "The page is in page.html.\n")
      #expect(try directory.read("page.html").hasPrefix("<!doctype html>\n"))
    }

    @Test func `A reader that ends first costs only the rest of the result`() throws {
      let (run, files) = try focus(["report", "ledger"], piped: "| true")
      claimEqual(run, ToolRun(code: .noResult, output: "", notes: ""))
      claimEqual(files, [])
    }

    @Test func `The end of the terminal leaves no process and no files behind`() throws {
      try directory.writeProgram(
        "swift", "#!/bin/sh\necho $$ >\"$FAKE/child\"; kill -HUP $PPID; exec sleep 20")
      try directory.write("", to: "Package.swift")
      let (run, files) = try focus(["report"])
      claimEqual(run, .error("Stopped. Nothing was written.", code: .interrupted))
      claimEqual(files, [])
      let child = try #require(Int32(directory.read("child").prefix { $0 != "\n" }))
      claimEqual(kill(child, 0), -1)
    }

    /// The tool in a shell, and the temporary files that it leaves.
    private func focus(
      _ arguments: [String], piped pipe: String = ""
    ) throws -> (ToolRun, files: [String]) {
      let process = try Process.focus(arguments, in: directory)
      let tool = try #require(process.executableURL).path
      let words = ([tool] + arguments).joined(separator: " ")
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      // The shell ends the reader before the tool writes.
      process.arguments = [
        "-c", "(sleep 0.1; \(words); echo $? >code) \(pipe)",
      ]
      process.environment?["TMPDIR"] = directory("temporary")
      try FileManager.default.createDirectory(
        atPath: directory("temporary"), withIntermediateDirectories: true)
      process.standardOutput = try directory.emptyFile("output")
      process.standardError = try directory.emptyFile("notes")
      try process.run()
      process.waitUntilExit()
      // A pipe ends with its reader.
      while (try? directory.read("code"))?.isEmpty != false { usleep(10_000) }
      let code = try #require(Int32(directory.read("code").prefix { $0 != "\n" }))
      let run = ToolRun(
        code: try #require(ExitCode(rawValue: code)), output: try directory.read("output"),
        notes: try directory.read("notes"))
      return (run, try FileManager.default.contentsOfDirectory(atPath: directory("temporary")))
    }

    #if os(Linux)
      @Test func `A result that cannot be printed is exit code 4`() throws {
        let process = try Process.focus(["report", "ledger"], in: directory)
        process.standardOutput = try FileHandle(
          forWritingTo: URL(fileURLWithPath: "/dev/full"))
        process.standardError = try directory.emptyFile("notes")
        try process.run()
        process.waitUntilExit()
        claimEqual(process.terminationReason, .exit)
        claimEqual(process.terminationStatus, ExitCode.noResult.rawValue)
        #expect(
          try directory.read("notes")
            == "focus: The result cannot be printed: No space left on device.\n")
      }

      @Test func `Notes that nobody can read change nothing`() throws {
        let process = try Process.focus(["report", "ledger", "--fail-under", "95"], in: directory)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(
          forWritingTo: URL(fileURLWithPath: "/dev/full"))
        try process.run()
        process.waitUntilExit()
        claimEqual(process.terminationReason, .exit)
        claimEqual(process.terminationStatus, ExitCode.belowRequest.rawValue)
      }
    #endif

    private func focus(_ arguments: String...) throws -> ToolRun {
      try ToolRun(arguments, asProcessIn: directory)
    }
  }
#endif
