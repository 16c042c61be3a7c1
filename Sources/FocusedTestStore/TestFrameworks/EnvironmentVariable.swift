import Foundation
import Synchronization

/// A variable of the environment that a test process reads. `focus` sets them for the processes that it starts.
///
/// An empty variable counts as not set.
package enum EnvironmentVariable: String, CaseIterable, Sendable {
  /// The directory that the ledger is written to.
  case ledger = "FOCUSED_LEDGER"
  /// The name of the run that the process belongs to. Processes that tests start inherit it.
  case run = "FOCUSED_RUN"
  /// The order in which effects run: `shuffle`, `shuffle:SEED`, or the replay string of a failure.
  case schedule = "FOCUSED_SCHEDULE"
  /// The directory for the running action sequence of an exploration. The default is the temporary directory.
  case scripts = "FOCUSED_SCRIPTS"
  /// The file with the mutants to try. For `focus mutate`.
  case mutants = "FOCUSED_MUTANTS"
  /// The file that a trace is written to. For `focus split`.
  case trace = "FOCUSED_TRACE"
  /// The tests whose events are kept: `failures` or `all`.
  case show = "FOCUSED_SHOW"
  /// The longest wait, in seconds. For `focus split`: most of its trials wait until a timeout.
  case patience = "FOCUSED_PATIENCE"

  /// The value with which this process was started.
  package var value: String? {
    ProcessInfo.processInfo.environment[rawValue].flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// A value from the environment of the process, which a task can replace. Only the tests of this package replace it.
package final class ProcessValue<Value: Sendable>: Sendable {
  package let ofProcess: Value?
  private let ofTask = TaskLocal<Value?>(wrappedValue: nil)
  /// Whether any task has ever had a separate value. Reading the task-local value takes half as
  /// long as a `send`.
  private let isReplaced = Atomic(false)

  package init(_ ofProcess: Value?) {
    self.ofProcess = ofProcess
  }

  /// The value of the task, or else the value of the process.
  package var current: Value? {
    isReplaced.load(ordering: .relaxed) ? ofTask.get() ?? ofProcess : ofProcess
  }

  /// Runs an operation with another value.
  nonisolated(nonsending) package func withValue<R>(
    _ value: Value, _ operation: nonisolated(nonsending) () async throws -> R
  ) async rethrows -> R {
    isReplaced.store(true, ordering: .relaxed)
    return try await ofTask.withValue(value) { try await operation() }
  }
}
