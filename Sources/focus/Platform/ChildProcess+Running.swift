import Foundation

// Only these systems have child processes. The tool's tests compile for others, too.
#if os(macOS) || os(Linux)
  extension ChildProcess {
    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - interruption: Ends the program when it is raised.
    ///   - tick: Called about ten times a second while the program runs.
    /// - Throws: An error if the program cannot be started.
    package func run(
      interruption: Interruption, tick: () -> Void = {}
    ) throws(ToolError) -> Ending {
      if interruption.isRaised { return .interrupted }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = command
      process.environment = ProcessInfo.processInfo.environment.merging(
        environment.compactMapValues { $0 }, uniquingKeysWith: { $1 }
      ).filter { environment[$0.key] != .some(nil) }
      let hasEnded = DispatchSemaphore(value: 0)
      process.terminationHandler = { _ in hasEnded.signal() }
      var file: FileHandle?
      // Foundation on Linux keeps ended processes and their open files. It crashes at about 1,350 of them.
      defer { try? file?.close() }
      do {
        // Uses a file, because a pipe that nobody reads fills up.
        try Data().write(to: URL(fileURLWithPath: output))
        file = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
        process.standardOutput = file
        process.standardError = file
        process.standardInput = FileHandle.nullDevice
        try process.run()
      } catch {
        throw .input("`\(command.joined(separator: " "))` cannot be started: \(error)")
      }
      let start = ContinuousClock.now
      while hasEnded.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
        tick()
        let isLate = timeLimit.map { ContinuousClock.now - start > $0 } ?? false
        guard isLate || interruption.isRaised else { continue }
        end(process, hasEnded)
        return interruption.isRaised ? .interrupted : .overtime
      }
      return process.terminationReason == .exit
        ? .exited(process.terminationStatus) : .crashed(signal: process.terminationStatus)
    }

    /// Ends a process and the processes that it started.
    ///
    /// Sends the signal of Ctrl-C first, because SwiftPM then ends its tests and releases its lock. If that doesn't
    /// help, stronger signals follow.
    private func end(_ process: Process, _ hasEnded: DispatchSemaphore) {
      let id = process.processIdentifier
      for signal in [SIGINT, SIGTERM, SIGKILL] {
        // Signals the whole group if the process leads one. Otherwise, the group includes this process, too.
        kill(getpgid(id) == id ? -id : id, signal)
        if hasEnded.wait(timeout: .now() + patience) == .success { return }
      }
    }
  }
#else
  extension ChildProcess {
    /// Throws an error. Xcode compiles the tool for a simulator if this package's tests run in one, and no program
    /// can start another one there.
    package func run(
      interruption: Interruption, tick: () -> Void = {}
    ) throws(ToolError) -> Ending {
      throw .input("`\(command.joined(separator: " "))` can be started on macOS and Linux only.")
    }
  }
#endif
