import TestEvents
import FocusedEvidence
import FocusedTestStore
import Foundation

extension LedgerWriter {
  /// Runs an operation whose stores write to a separate ledger, and returns the written facts.
  package nonisolated(nonsending) static func collecting(
    _ operation: nonisolated(nonsending) () async throws -> Void
  ) async rethrows -> Set<LedgerFact> {
    let writer = LedgerWriter()
    try await writer.use(operation)
    return writer.facts
  }
}

extension TraceWriter {
  /// Runs an operation, and returns the trace of its stores, clocks, and stubs.
  package nonisolated(nonsending) static func tracing(
    _ operation: nonisolated(nonsending) () async throws -> Void
  ) async rethrows -> Trace {
    let writer = TraceWriter()
    try await writer.use(operation)
    return Trace(contents: Data(writer.text.utf8))
  }
}
