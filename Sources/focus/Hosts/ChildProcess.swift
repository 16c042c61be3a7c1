import Foundation
import Synchronization

/// A program that runs until it ends, takes too long, or is interrupted.
package struct ChildProcess: Sendable {
  /// The program and its arguments. The search path finds the program, as in a shell.
  package var command: [String]

  /// Variables that replace those of this process's environment; `nil` removes one.
  package var environment: [String: String?] = [:]

  /// The file for everything that it prints.
  package var output: String

  package var timeLimit: Duration?

  /// The seconds to wait after each signal before a stronger signal follows.
  package var patience = 7.0

  /// The end of a child process.
  package enum Ending: Hashable, Sendable {
    case exited(Int32)
    case crashed(signal: Int32)

    /// The process was stopped at its time limit.
    case overtime

    /// The process was stopped, because this process received a signal.
    case interrupted
  }
}

/// Whether Ctrl-C, or the end of a CI job, has asked this process to stop.
///
/// The first signal is a request. The second signal ends the process at once, as by default.
package final class Interruption: Sendable {
  /// The interruption that the signals of this process raise.
  package static let process = Interruption()

  private let raised = Atomic(false)

  package init() {}

  package var isRaised: Bool { raised.load(ordering: .relaxed) }

  package func raise() { raised.store(true, ordering: .relaxed) }

  // SIGHUP is the end of the terminal.
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Raises the interruption at a signal, while the operation runs.
  package static func whileWatched<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Creates the instance now, because a signal handler must not allocate memory.
    _ = process
    for number in signals {
      // Uses a handler, because child processes would inherit `SIG_IGN`.
      signal(number) { number in
        Interruption.process.raise()
        signal(number, SIG_DFL)
      }
    }
    defer { for number in signals { signal(number, SIG_DFL) } }
    // The parent process may have blocked the signals, and this process inherits that.
    var set = sigset_t()
    sigemptyset(&set)
    for number in signals { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    return try operation()
  }
}
