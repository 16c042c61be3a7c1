extension Result where Failure == any Error {
  /// The result of asynchronous work, its error included: an action can then carry either.
  ///
  /// ```swift
  /// await send(.response(Result { try await client.fetch() }))
  /// ```
  @_disfavoredOverload
  nonisolated(nonsending) public init(
    catching work: nonisolated(nonsending) () async throws -> Success
  ) async {
    do {
      self = .success(try await work())
    } catch {
      self = .failure(error)
    }
  }
}
