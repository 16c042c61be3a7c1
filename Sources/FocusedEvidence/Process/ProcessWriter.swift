/// A writer that a variable of the environment requests for the whole process.
package protocol ProcessWriter: AnyObject, Sendable {
  /// The writer of the process. A task can have another one. Only the tests of this package use that.
  static var ofTask: TaskLocal<Self?> { get }
}

extension ProcessWriter {
  /// The writer for a new store; `nil` if the variable isn't set.
  package static var current: Self? { ofTask.get() }

  /// Runs an operation whose stores, clocks, and stubs use this writer.
  nonisolated(nonsending) package func use<R>(
    _ operation: nonisolated(nonsending) () async throws -> R
  ) async rethrows -> R {
    try await Self.ofTask.withValue(self) { try await operation() }
  }
}
