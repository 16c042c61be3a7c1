/// An environment variable that test processes read, and that `focus` sets for the processes that it starts.
///
/// The `EnvironmentVariable` type of `FocusedTestStore` documents each variable. A test compares the two types, because
/// the store doesn't depend on this module.
package enum TestVariable: String, CaseIterable, Sendable {
  case ledger = "FOCUSED_LEDGER"
  case schedule = "FOCUSED_SCHEDULE"
  case scripts = "FOCUSED_SCRIPTS"
  case mutants = "FOCUSED_MUTANTS"
  case trace = "FOCUSED_TRACE"
  case patience = "FOCUSED_PATIENCE"
  case ownership = "FOCUSED_OWNERSHIP"
}
