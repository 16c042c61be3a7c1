import Foundation
import Synchronization

/// A program that runs until it ends, takes too long, or is interrupted.
package struct ChildProcess: Sendable {
  /// The program and its arguments; the program is looked for where the shell looks.
  package var command: [String]

  /// The variables that differ from this process's environment; `nil` removes one.
  package var environment: [String: String?]

  /// The file for everything that it prints.
  package var output: String

  package var timeLimit: Duration?

  /// The seconds that it may take to end after a signal, before a stronger signal follows.
  package var patience = 7.0

  package init(
    _ command: [String], environment: [String: String?] = [:], output: String,
    timeLimit: Duration? = nil
  ) {
    self.command = command
    self.environment = environment
    self.output = output
    self.timeLimit = timeLimit
  }

  /// How it ended.
  package enum Ending: Hashable, Sendable {
    case exited(Int32)
    case crashed(signal: Int32)

    /// It was stopped, because it took longer than its limit.
    case overtime

    /// It was stopped, because this process was asked to stop.
    case interrupted
  }
}

/// Whether Ctrl-C, or the end of a job, has asked this process to stop.
///
/// The first time is a request; the second time ends the process at once, as without this.
package final class Interruption: Sendable {
  /// The interruption that the signals of this process raise.
  package static let process = Interruption()

  private let raised = Atomic(false)

  package init() {}

  package var isRaised: Bool { raised.load(ordering: .relaxed) }

  package func raise() { raised.store(true, ordering: .relaxed) }
}

extension Interruption {
  private static let signals = [SIGINT, SIGTERM]

  /// Has the signals raise it, while the operation runs.
  package static func whileWatched<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Made before a signal can come, because nothing may be made in a handler.
    _ = process
    for number in signals {
      // A handler rather than `SIG_IGN`, which the programs that this one starts would inherit.
      signal(number) { number in
        Interruption.process.raise()
        signal(number, SIG_DFL)
      }
    }
    defer { for number in signals { signal(number, SIG_DFL) } }
    // Signals may have been held back in the parent process, and that is inherited.
    var set = sigset_t()
    sigemptyset(&set)
    for number in signals { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    return try operation()
  }
}
