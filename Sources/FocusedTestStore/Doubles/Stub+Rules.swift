extension Stub {
  /// Has every call from now on return at once.
  ///
  /// Calls that are held already stay held: each still needs its own answer.
  public func returns(_ output: Output) {
    responds { _ in output }
  }

  /// Has every call from now on throw an error at once.
  ///
  /// Calls that are held already stay held: each still needs its own answer.
  public func `throws`(_ error: any Error) {
    responds { _ in throw error }
  }

  /// Answers every call from now on by a rule, which runs in the task that calls.
  ///
  /// Calls that are held already stay held: each still needs its own answer.
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

  /// Holds calls from now on until the test answers them, as the stub did at first.
  public func holds() {
    answerCalls(by: nil)
  }
}
