import FocusedTestStore

extension FailureMessages {
  static func noFile(_ reason: String) -> String { "No file can be created there: \(reason)." }
  static func noLine(_ reason: String) -> String { "A line cannot be written in full: \(reason)." }

  /// - Parameter fact: The reason, as a sentence.
  static func ledgerNotWritable(_ directory: String, _ fact: String) -> String {
    """
    Expected to write the ledger of behaviors to "\(directory)", but nothing can be written there.
    \(fact)
    Set FOCUSED_LEDGER to a directory that the tests can write to. Until then, they run without \
    a ledger.
    """
  }

  static func staleSource(_ file: String) -> String {
    """
    Expected the sources from which the tests were built, but \(file) was changed after that.
    So the fields that its closures assert are unknown, and count as read.
    Build the tests again. If only dates differ, as after a checkout, `touch` the test program.
    """
  }

  static func traceNotWritable(_ path: String, _ fact: String) -> String {
    "FOCUSED_TRACE: nothing can be written to \(path). \(fact)"
  }
}
