extension FailureMessages {
  static func ledgerNotWritable(_ directory: String, reason: String) -> String {
    """
    Expected to write the ledger of behaviors to "\(directory)", but nothing can be written there.
    \(reason)
    Set FOCUSED_LEDGER to a directory that the tests can write to. Until then they run without a \
    ledger.
    """
  }
}
