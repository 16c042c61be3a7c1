// One overload for each number of arguments: a method generic over a parameter pack would do for all
// of them, but a reference to it, `stub.call` without arguments, crashes the compiler (6.3.1).

extension Stub {
  /// The endpoint: assign it to the dependency.
  ///
  /// ```swift
  /// $0.searchClient.find = find.call
  /// ```
  ///
  /// It fits endpoints with no argument, one, or several; the latter if `Input` is a tuple.
  public var call: @Sendable (Input) async throws -> Output {
    { try await self.perform($0) }
  }

  /// The endpoint for two arguments.
  @Sendable public func call<A, B>(_ a: A, _ b: B) async throws -> Output where Input == (A, B) {
    try await perform((a, b))
  }

  /// The endpoint for three arguments.
  @Sendable public func call<A, B, C>(
    _ a: A, _ b: B, _ c: C
  ) async throws -> Output where Input == (A, B, C) {
    try await perform((a, b, c))
  }

  /// The endpoint for four arguments.
  @Sendable public func call<A, B, C, D>(
    _ a: A, _ b: B, _ c: C, _ d: D
  ) async throws -> Output where Input == (A, B, C, D) {
    try await perform((a, b, c, d))
  }
}

extension Stub where Input == Void {
  /// The endpoint for no arguments.
  public var call: @Sendable () async throws -> Output {
    { try await self.perform(()) }
  }
}

extension Stub {
  /// The endpoint for a dependency that cannot throw: a call that fails or is cancelled returns a
  /// fallback.
  ///
  /// ```swift
  /// let suggest: @Sendable (String) async -> [String] = suggestions.call(orElse: [])
  /// ```
  public func call(orElse fallback: Output) -> @Sendable (Input) async -> Output {
    { (try? await self.perform($0)) ?? fallback }
  }

  /// The endpoint for two arguments that cannot throw.
  public func call<A, B>(
    orElse fallback: Output
  ) -> @Sendable (A, B) async -> Output where Input == (A, B) {
    { (try? await self.perform(($0, $1))) ?? fallback }
  }

  /// The endpoint for three arguments that cannot throw.
  public func call<A, B, C>(
    orElse fallback: Output
  ) -> @Sendable (A, B, C) async -> Output where Input == (A, B, C) {
    { (try? await self.perform(($0, $1, $2))) ?? fallback }
  }

  /// The endpoint for four arguments that cannot throw.
  public func call<A, B, C, D>(
    orElse fallback: Output
  ) -> @Sendable (A, B, C, D) async -> Output where Input == (A, B, C, D) {
    { (try? await self.perform(($0, $1, $2, $3))) ?? fallback }
  }
}

extension Stub where Input == Void {
  /// The endpoint for no arguments that cannot throw.
  public func call(orElse fallback: Output) -> @Sendable () async -> Output {
    { (try? await self.perform(())) ?? fallback }
  }
}
