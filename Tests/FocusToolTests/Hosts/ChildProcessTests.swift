#if os(Linux) || os(macOS)
  import Foundation
  import Testing
  @testable import focus

  struct ChildProcessTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `What it prints goes to a file, and its status is known`() throws {
      let ending = try child("echo out; echo err >&2; exit 3").run(interruption: Interruption())
      claimEqual(ending, .exited(3))
      #expect(try directory.read("output") == "out\nerr\n")
    }

    @Test func `A variable is set or removed, and the others stay`() throws {
      var child = child(#"echo "$FOCUS_A ${PATH:+path} ${HOME-none}""#)
      child.environment = ["FOCUS_A": "a b", "HOME": nil]
      #expect(try child.run(interruption: Interruption()) == .exited(0))
      #expect(try directory.read("output") == "a b path none\n")
    }

    @Test func `A signal that ends it is known`() throws {
      let ending = try child("kill -9 $$").run(interruption: Interruption())
      claimEqual(ending, .crashed(signal: 9))
    }

    @Test func `One that takes too long is ended, with what it started`() throws {
      var child = child("sleep 100 & echo $!; wait")
      // The threads of tests block signals, and child processes inherit the blocked signals.
      child.patience = 0.1
      child.timeLimit = .milliseconds(1)
      #expect(try child.run(interruption: Interruption()) == .overtime)
      try expectEnded(try directory.read("output"))
    }

    @Test func `An interruption ends it, and what it started`() throws {
      let interruption = Interruption()
      var stubborn = child("trap '' INT; sleep 100 & echo $!; wait; wait")
      stubborn.patience = 0.1
      let ending = try stubborn.run(interruption: interruption) {
        if (try? directory.read("output"))?.isEmpty == false { interruption.raise() }
      }
      claimEqual(ending, .interrupted)
      try expectEnded(try directory.read("output"))
      // After an interruption, no further command starts.
      #expect(
        try child("echo >\(directory("more"))").run(interruption: interruption) == .interrupted)
      #expect(!FileManager.default.fileExists(atPath: directory("more")))
    }

    @Test func `Its output file is closed when it has ended`() throws {
      #expect(try child("echo a").run(interruption: Interruption()) == .exited(0))
      var output = stat()
      #expect(stat(directory("output"), &output) == 0)
      let open = (0..<Int32(1_024)).filter { descriptor in
        var file = stat()
        return fstat(descriptor, &file) == 0 && file.st_dev == output.st_dev
          && file.st_ino == output.st_ino
      }
      claimEqual(open, [])
    }

    @Test func `A file that cannot be written is an error`() throws {
      let child = ChildProcess(command: ["true"], output: directory("none/output"))
      #expect(throws: ToolError.self) { try child.run(interruption: Interruption()) }
    }

    private func child(_ script: String) -> ChildProcess {
      ChildProcess(command: ["sh", "-c", script], output: directory("output"))
    }

    /// Expects that the process with this ID has ended.
    private func expectEnded(_ id: String) throws {
      guard let id = Int32(id.trimmingCharacters(in: .whitespacesAndNewlines)) else { return }
      func isAlive() -> Bool {
        // A process that has ended is listed as a zombie until its parent reads its status.
        let state = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
        return kill(id, 0) == 0 && !state.contains(") Z ")
      }
      // A process ends shortly after the signal.
      for _ in 0..<100_000 where isAlive() { sched_yield() }
      #expect(!isAlive())
    }
  }
#endif
