import Synchronization

/// A value from the environment of the process that a task can replace, as tests of this package
/// do.
package final class ProcessValue<Value: Sendable>: Sendable {
  package let ofProcess: Value?
  private let ofTask = TaskLocal<Value?>(wrappedValue: nil)
  /// Whether a task has ever had one of its own: to ask the task takes as long as half a `send`.
  private let isReplaced = Atomic(false)

  package init(_ ofProcess: Value?) {
    self.ofProcess = ofProcess
  }

  /// The value of the task, or else of the process.
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
