import Synchronization

/// A value from the environment of the process, which a task can replace. Only the tests of this replace it.
package final class ProcessValue<Value: Sendable>: Sendable {
  let ofProcess: Value?
  private let ofTask = TaskLocal<Value?>(wrappedValue: nil)
  /// Whether any task has ever had a separate value. Reading the task-local value takes half as
  /// long as a `send`.
  private let isReplaced = Atomic(false)

  init(_ ofProcess: Value?) {
    self.ofProcess = ofProcess
  }

  /// The value of the task, or else the value of the process.
  var current: Value? {
    isReplaced.load(ordering: .relaxed) ? ofTask.get() ?? ofProcess : ofProcess
  }

  /// Runs an operation with another value.
  nonisolated(nonsending) func withValue<R>(
    _ value: Value, _ operation: nonisolated(nonsending) () async throws -> R
  ) async rethrows -> R {
    isReplaced.store(true, ordering: .relaxed)
    return try await ofTask.withValue(value) { try await operation() }
  }
}

/// A writer that a variable of the environment requests for the whole process.
package protocol ProcessWriter: AnyObject, Sendable {
  static var value: ProcessValue<Self> { get }
}

extension ProcessWriter {
  /// The writer for a new store; `nil` if the variable isn't set.
  package static var current: Self? { value.current }

  /// Runs an operation whose stores, clocks, and stubs use this writer.
  nonisolated(nonsending) package func use<R>(
    _ operation: nonisolated(nonsending) () async throws -> R
  ) async rethrows -> R {
    try await Self.value.withValue(self, operation)
  }
}
