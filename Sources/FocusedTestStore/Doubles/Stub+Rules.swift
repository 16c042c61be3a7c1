extension Stub {
  /// Makes every later call return a value at once.
  ///
  /// Calls that are held already stay held; each still needs an answer of its own.
  public func returns(_ output: Output) {
    responds { _ in output }
  }

  /// Makes every later call throw an error at once.
  ///
  /// Calls that are held already stay held; each still needs an answer of its own.
  public func `throws`(_ error: any Error) {
    responds { _ in throw error }
  }

  /// Answers every later call by a rule, which runs in the calling task.
  ///
  /// Calls that are held already stay held; each still needs an answer of its own.
  ///
  /// ```swift
  /// find.responds { query in
  ///   if query.isEmpty { throw NoQuery() }
  ///   return [query]
  /// }
  /// ```
  public func responds(_ rule: @escaping @Sendable (Input) async throws -> Output) {
    answerCalls(by: rule)
  }

  /// Makes every later call wait until the test answers it, as a new stub does.
  public func holds() {
    answerCalls(by: nil)
  }
}
