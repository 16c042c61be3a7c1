import Core

// There is one `call` for each number of arguments. A method that is generic over a parameter pack could replace them,
// but a reference to it, `stub.call` without arguments, crashes the compiler (6.3.1).

extension Stub {
  /// The endpoint: assign it to the dependency.
  ///
  /// ```swift
  /// $0.searchClient.find = find.call
  /// ```
  ///
  /// It fits endpoints with no argument, one argument, or several arguments. For several, `Input`
  /// is a tuple.
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

/// The calls of a stub: those made so far, and those that wait for an answer.
struct StubCalls<Input: Sendable, Output: Sendable>: Sendable {
  private(set) var calls: [Input] = []
  /// The calls that wait for an answer, in the order in which they were made.
  var pending: [PendingCall<Input, Output>] { waiting.elements }
  var waiting = WaitingList<PendingCall<Input, Output>>()
  /// The number of calls that are about to wait. Their effects may already count as parked.
  var arriving = 0
  /// The stores whose effects have called the stub. Each store knows whether another call is
  /// possible.
  private(set) var callers: [Caller] = []
  /// The stores in which an answer waits for a call.
  var awaited: [Caller] = []
  var rule: (@Sendable (Input) async throws -> Output)?
  /// The possible answers to a call, if a schedule chooses the answer and its time.
  var answers: [Result<Output, any Error>] = []

  /// A weak reference to a store whose effects have called a stub, or may call it.
  struct Caller: Sendable {
    private(set) weak var scheduler: EffectScheduler?
  }

  /// Records a call.
  ///
  /// - Returns: The number of the call, the rule that answers it if there is one, and the stores that have called
  ///   before, which must be released after the stub's lock.
  mutating func register(
    _ input: Input, by caller: EffectScheduler?
  ) -> (
    id: Int, rule: (@Sendable (Input) async throws -> Output)?, earlier: [EffectScheduler]
  ) {
    calls.append(input)
    let earlier = callers.compactMap(\.scheduler)
    if let caller, !earlier.contains(where: { $0 === caller }) {
      callers = (earlier + [caller]).map { Caller(scheduler: $0) }
    }
    return (waiting.makeID(), rule, earlier)
  }
}

/// A call that waits for its answer.
struct PendingCall<Input: Sendable, Output: Sendable>: Identifiable, Sendable {
  let id: Int
  let input: Input
  let lane: ExecutorLane?
  let parking: Parking.ID
  let continuation: CheckedContinuation<Output, any Error>

  func end(_ result: Result<Output, any Error>) {
    lane?.unpark(parking)
    continuation.resume(with: result)
  }
}
