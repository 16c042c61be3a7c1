/// Runs an operation that takes the current dependencies with it, into code that runs outside of the
/// current task: a callback, a queue, a delegate.
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   queue.async {
///     dependencies.yield { model.refresh() }
///   }
/// }
/// ```
///
/// Structured code doesn't need it: a task and its children read the same dependencies.
///
/// - Parameter operation: A closure that gets the current dependencies.
/// - Returns: The result of `operation`.
/// - Throws: The error of `operation`.
public func withEscapedDependencies<R>(
  _ operation: (DependencyValues.Continuation) throws -> R
) rethrows -> R {
  try operation(DependencyValues.Continuation(values: .current))
}

/// Runs an asynchronous operation that takes the current dependencies with it.
///
/// The operation runs on the caller's actor.
///
/// - Throws: The error of `operation`.
public func withEscapedDependencies<R>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (DependencyValues.Continuation) async throws -> R
) async rethrows -> R {
  try await operation(DependencyValues.Continuation(values: .current))
}

extension DependencyValues {
  /// The dependencies of one task, for code that runs outside of it.
  public struct Continuation: Sendable {
    fileprivate let values: DependencyValues

    /// Runs an operation with the dependencies. It may be called any number of times, from anywhere.
    ///
    /// - Throws: The error of `operation`.
    public func yield<R>(_ operation: () throws -> R) rethrows -> R {
      try values.asCurrent(operation)
    }

    /// Runs an asynchronous operation with the dependencies, on the caller's actor.
    ///
    /// - Throws: The error of `operation`.
    public func yield<R>(
      isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> R
    ) async rethrows -> R {
      try await values.asCurrent(operation)
    }
  }
}
