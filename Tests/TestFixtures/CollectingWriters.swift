import TestEvents
import FocusedEvidence
import FocusedTestStore

extension LedgerWriter {
  /// Runs an operation whose stores write to a ledger of their own, and returns what they wrote.
  package nonisolated(nonsending) static func collecting(
    _ operation: nonisolated(nonsending) () async throws -> Void
  ) async rethrows -> Set<LedgerFact> {
    let writer = LedgerWriter()
    try await writer.use(operation)
    return writer.facts
  }
}

extension TraceWriter {
  /// Runs an operation, and returns what its stores, clocks and stubs did.
  package nonisolated(nonsending) static func tracing(
    _ operation: nonisolated(nonsending) () async throws -> Void
  ) async rethrows -> Trace {
    let writer = TraceWriter(limit: .max)
    try await writer.use(operation)
    return Trace(writer.take())
  }
}
