import Foundation

/// A variable of the environment that a test process reads. `focus` sets them for the processes that it starts.
///
/// A variable that is empty counts as not set.
package enum EnvironmentVariable: String, CaseIterable, Sendable {
  /// The directory that the ledger is written to.
  case ledger = "FOCUSED_LEDGER"
  /// The name of the run that the process belongs to. Processes that tests start inherit it.
  case run = "FOCUSED_RUN"
  /// The order in which effects run: `shuffle`, `shuffle:SEED`, or the replay string of a failure.
  case schedule = "FOCUSED_SCHEDULE"
  /// The directory that a script of an exploration is kept in while it runs. The temporary directory by default.
  case scripts = "FOCUSED_SCRIPTS"
  /// The file that lists the mutants to try. For `focus mutate`.
  case mutants = "FOCUSED_MUTANTS"
  /// The file that a trace is written to. For `focus split`.
  case trace = "FOCUSED_TRACE"
  /// The tests that keep their events: `failures` or `all`.
  case show = "FOCUSED_SHOW"
  /// The longest wait, in seconds. For `focus split`, because most of its trials time out.
  case patience = "FOCUSED_PATIENCE"

  /// The variable's value when this process started.
  package var value: String? {
    ProcessInfo.processInfo.environment[rawValue].flatMap { $0.isEmpty ? nil : $0 }
  }
}
