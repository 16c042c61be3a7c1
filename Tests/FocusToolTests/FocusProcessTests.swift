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

    #if os(Linux)
      @Test func `A result that cannot be printed is exit code 2`() throws {
        let process = try Process.focus(["report", "ledger"], in: directory)
        process.standardOutput = try FileHandle(
          forWritingTo: URL(fileURLWithPath: "/dev/full"))
        process.standardError = try directory.emptyFile("notes")
        try process.run()
        process.waitUntilExit()
        claimEqual(process.terminationReason, .exit)
        claimEqual(process.terminationStatus, ExitCode.wrongUsage.rawValue)
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
