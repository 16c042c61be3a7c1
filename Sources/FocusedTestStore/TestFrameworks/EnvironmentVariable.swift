import Foundation

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
