import Foundation
import Synchronization

/// The tool's output, and the properties of the terminal.
///
/// Results go to the standard output and everything else goes to the standard error, so a pipe receives only results.
package struct Console: Sendable {
  package var printText: @Sendable (String) -> Void
  package var noteText: @Sendable (String) -> Void

  /// Whether the standard output shows colors.
  package var takesColor = false

  /// Whether the standard error is a terminal, where a progress line can replace itself.
  package var showsProgress = false

  /// The time since a fixed point in the past.
  package var now: @Sendable () -> Duration = { .zero }

  package var environment: [String: String] = [:]

  /// The width of the standard output in columns.
  package var width = 80

  /// The directory where the tool runs; `nil` if the tool must not look for a package there.
  package var directory: String?

  /// Prints a result and a line feed.
  package func print(_ text: String) { printText(text + "\n") }

  /// Prints a note about the result, and a line feed.
  package func note(_ text: String) { noteText(text + "\n") }

  /// Prints the ways in which the result is below the request, and returns the exit code.
  func exitCode(noting failures: [String]) -> ExitCode {
    for failure in failures { note(failure) }
    return failures.isEmpty ? .asRequested : .belowRequest
  }

  /// Whether a part of the result of this process could not be printed.
  static let hasLostOutput = Atomic(false)

  /// The console of this process.
  package static var process: Console {
    let start = ContinuousClock.now
    var console = Console(
      printText: { text in
        guard !hasLostOutput.load(ordering: .relaxed), let error = write(text, to: STDOUT_FILENO)
        else { return }
        // The command continues to its end, so that it removes its files.
        hasLostOutput.store(true, ordering: .relaxed)
        if error == EPIPE { return }
        let reason = String(cString: strerror(error))
        _ = write("focus: The result cannot be printed: \(reason).\n", to: STDERR_FILENO)
      },
      // If the standard error can't be written, the exit code still shows the result.
      noteText: { _ = write($0, to: STDERR_FILENO) })
    console.environment = ProcessInfo.processInfo.environment
    console.takesColor = takesColor(
      isTerminal: isatty(STDOUT_FILENO) == 1, environment: console.environment)
    console.showsProgress = isatty(STDERR_FILENO) == 1
    console.now = { ContinuousClock.now - start }
    console.directory = FileManager.default.currentDirectoryPath
    console.width = terminalWidth
    return console
  }

  /// The width of the terminal; 100 columns without a terminal.
  private static var terminalWidth: Int {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 100
  }

  /// Writes a whole text, and returns the error number if it can't.
  ///
  /// Uses `write`, because `FileHandle` traps if the disk is full, or if the reader of a pipe has ended and SIGPIPE
  /// is ignored, as in CI.
  private static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        var event = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&event, 1, -1)
        continue
      }
      guard count > 0 else { return errno }
      rest = rest.dropFirst(count)
    }
    return nil
  }

  /// Whether to print in color: on a terminal that supports it, unless `NO_COLOR` is set.
  package static func takesColor(isTerminal: Bool, environment: [String: String]) -> Bool {
    isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }
}

/// The tool's exit code.
package enum ExitCode: Int32, Sendable {
  /// The result meets the request.
  case asRequested = 0

  /// Fewer behaviors are asserted, or fewer mutants killed, than requested.
  case belowRequest = 1

  /// The arguments or the input are wrong, so there is no result.
  case wrongUsage = 2

  /// No test of the suite passes.
  case noTestPasses = 3

  /// The tests don't build, don't run, or record nothing, or the result can't be printed.
  case noResult = 4

  /// Ctrl-C or the end of a CI job stopped the command, which printed the results so far.
  case interrupted = 130
}
