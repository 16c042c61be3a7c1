import TestEvents
import FocusedEvidence
import FocusedTestStore
import Foundation

// Without a temporary directory, a test can't go on, so these functions trap.

extension LedgerWriter {
  /// Runs an operation whose stores write to a separate ledger, and returns the written facts.
  package nonisolated(nonsending) static func collecting(
    _ operation: nonisolated(nonsending) () async throws -> Void
  ) async rethrows -> Set<LedgerFact> {
    let directory = try! TemporaryDirectory()
    try await LedgerWriter(directory: directory.path).use(operation)
    return try! Ledger(directories: [directory.path]).facts
  }
}

extension TraceWriter {
  /// Runs an operation, and returns the trace of its stores, clocks, and stubs.
  package nonisolated(nonsending) static func tracing(
    _ operation: nonisolated(nonsending) () async throws -> Void
  ) async rethrows -> Trace {
    let directory = try! TemporaryDirectory()
    try await TraceWriter(file: directory("trace.jsonl")).use(operation)
    return Trace(contents: Data(try! directory.read("trace.jsonl").utf8))
  }
}
