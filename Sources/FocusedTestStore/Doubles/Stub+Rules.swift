extension Stub {
  /// Makes every later call return a value at once.
  ///
  /// Calls that are held already stay held; each still needs an answer of its own.
  public func willReturn(_ output: Output) {
    willRespond { _ in output }
  }

  /// Makes every later call throw an error at once.
  ///
  /// Calls that are held already stay held; each still needs an answer of its own.
  public func willThrow(_ error: any Error) {
    willRespond { _ in throw error }
  }

  /// Answers every later call by a rule, which runs in the calling task.
  ///
  /// Calls that are held already stay held; each still needs an answer of its own.
  ///
  /// ```swift
  /// find.willRespond { query in
  ///   if query.isEmpty { throw NoQuery() }
  ///   return [query]
  /// }
  /// ```
  public func willRespond(_ rule: @escaping @Sendable (Input) async throws -> Output) {
    answerCalls(by: rule)
  }

  /// Makes every later call wait until the test answers it, as a new stub does.
  public func willHold() {
    answerCalls(by: nil)
  }
}
