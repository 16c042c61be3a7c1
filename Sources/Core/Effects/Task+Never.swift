extension Task where Success == Never, Failure == Never {
  /// Suspends until the task is cancelled.
  ///
  /// An endpoint that does not answer in a test, of any type:
  ///
  /// ```swift
  /// $0.itemClient.fetch = { _ in try await Task.never() }
  /// ```
  ///
  /// A test store cannot know that it never ends, and takes it for work that is out in the world. A
  /// `Stub` that is not answered says the same, and is known.
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
