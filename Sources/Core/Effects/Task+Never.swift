extension Task where Success == Never, Failure == Never {
  /// Suspends until the task is cancelled.
  ///
  /// Use it for an endpoint of any type that doesn't answer in a test:
  ///
  /// ```swift
  /// $0.itemClient.fetch = { _ in try await Task.never() }
  /// ```
  ///
  /// A test store can't know that it never ends, and treats it as external work. An unanswered call
  /// of a `Stub` never ends either, and the store knows that it is parked.
  ///
  /// - Throws: `CancellationError`.
  public static func never<Value>() async throws -> Value {
    try await never()
    throw _Concurrency.CancellationError()
  }

  /// Suspends until the task is cancelled.
  ///
  /// - Throws: `CancellationError`.
  public static func never() async throws {
    // A stream without a producer ends for a cancelled reader alone.
    for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
    throw _Concurrency.CancellationError()
  }
}
