import Foundation
import Synchronization

/// A program that runs until it ends, takes too long, or is interrupted.
package struct ChildProcess: Sendable {
  /// The program and its arguments; the program is looked for where the shell looks.
  package var command: [String]

  /// What is different in its environment from this process's; `nil` removes a variable.
  package var environment: [String: String?]

  /// The file that all that it prints goes to.
  package var output: String

  package var timeLimit: Duration?

  /// How many seconds it may take to end when it is told to, before it is told again and by force.
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
