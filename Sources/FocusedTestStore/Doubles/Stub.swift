import Core

/// An endpoint of a client that the test answers.
///
/// Assign ``call-2e3gu`` to the dependency. A call suspends until the test answers it, so the test
/// chooses the results, their time, and their order:
///
/// ```swift
/// let find = Stub<String, [String]>("SearchClient.find")
/// let store = TestStore(.off, initialState: Search.State()) {
///   Search()
/// } withDependencies: {
///   $0.searchClient.find = find.call
/// }
///
/// await store.send(.changeQuery("sw"))
/// await find.succeed(with: ["swan", "swift"])
/// await store.receive(.found(["swan", "swift"], for: "sw"))
/// ```
///
/// An answer returns when the effects of the calling test store are idle. If the time of the answer
/// doesn't matter, give it in advance:
///
/// ```swift
/// find.willReturn(["swan", "swift"])
/// ```
///
/// An endpoint with several arguments has a tuple as its input: `Stub<(String, Int), [String]>`;
/// one without arguments is a `Stub<Void, [String]>`.
///
/// An unanswered call doesn't delay a failure: the store knows that only the test can wake the
/// effect, and names the call in the failure. A call whose task is cancelled throws
/// `CancellationError`, and is no longer pending.
public final class Stub<Input: Sendable, Output: Sendable>: Sendable {
  package let name: String
  private let timeout: Duration
  let shared = Lock(StubCalls<Input, Output>())
  /// Fires when a call becomes pending.
  private let arrivals = EventSignal()

  /// Creates an endpoint. Its calls are pending until the test answers them.
  ///
  /// - Parameters:
  ///   - name: The name of the endpoint in failures: `"SearchClient.find"`.
  ///   - timeout: The longest time that an answer waits for its call. Like `receive`, it stops
  ///     waiting earlier if no effect of a store that has called the endpoint can continue without
  ///     the test. Before the first call, it waits the whole time, because a task outside any store
  ///     may call the endpoint.
  public init(_ name: String, timeout: Duration = .seconds(1)) {
    self.name = name
    self.timeout = timeout
    CurrentRun.value?.add(double: self)
  }

  /// The inputs of all calls so far, in order, answered or not.
  public var calls: [Input] { shared.withLock { $0.calls } }

  /// The inputs of the calls that wait for an answer, the oldest first.
  public var pendingCalls: [Input] { shared.withLock { $0.pending.map(\.input) } }

  /// Sets the answer to later calls: a rule, a choice of results, or neither, so that calls wait for the
  /// test.
  func answerCalls(
    by rule: (@Sendable (Input) async throws -> Output)? = nil,
    orAnyOf results: [Result<Output, any Error>] = []
  ) {
    // The old answers are released after the lock, because their release may run code of the app.
    _ = shared.withLock { shared in
      let old = (shared.rule, shared.answers)
      (shared.rule, shared.answers) = (rule, results)
      return old
    }
  }

  /// Calls the endpoint, as the feature does.
  func perform(_ input: Input) async throws -> Output {
    let lane = ExecutorLane.current
    // The test may read the calls.
    await lane?.willAct()
    let (id, rule, _) = shared.withLock { $0.register(input, by: lane?.scheduler) }
    if let rule {
      let answer = await Result { try await rule(input) }
      // In production, an answer takes time, in which other tasks may run.
      await lane?.letOthersRun()
      return try answer.get()
    }
    if let answer = await possibleAnswer(in: lane) { return try answer.get() }

    let parking = Parking.ID(id, of: self)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        shared.withLock { $0.arriving += 1 }
        lane?.park(
          Parking(id: parking, cause: .stub) { [name] in StubMessages.waitsFor(name, input: input) }
        )
        let call = PendingCall(
          id: id, input: input, lane: lane, parking: parking, continuation: continuation)
        let isPending = shared.withLock { shared in
          shared.arriving -= 1
          // A later cancellation finds the call.
          if Task.isCancelled { return false }
          // Parallel tasks can arrive in an order that differs from their numbers.
          shared.waiting.insert(call) { $0.id > call.id }
          return true
        }
        if !isPending { call.end(.failure(CancellationError())) }
        arrivals.fire()
        for store in shared.withLock({ $0.awaited }) { store.scheduler?.events.fire() }
      }
    } onCancel: {
      shared.withLock { $0.waiting.take(id) }?.end(.failure(CancellationError()))
    }
  }
}

// MARK: - Answering a pending call

extension Stub {
  /// Makes the oldest pending call return, and runs the effects until they are idle.
  ///
  /// Reports an issue if no matching call arrives in time.
  ///
  /// ```swift
  /// await find.succeed(with: ["swift"], to: { $0.hasPrefix("swi") })
  /// ```
  ///
  /// - Parameters:
  ///   - output: The value that the call returns.
  ///   - isMeant: A condition on the input. The oldest pending call that meets it is answered.
  nonisolated(nonsending) public func succeed(
    with output: Output,
    to isMeant: ((Input) -> Bool)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await answer(
      where: isMeant, { _ in output },
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Makes the oldest pending call throw an error, and runs the effects until they are idle.
  ///
  /// Reports an issue if no matching call arrives in time.
  ///
  /// - Parameters:
  ///   - error: The error that the call throws.
  ///   - isMeant: A condition on the input. The oldest pending call that meets it is answered.
  nonisolated(nonsending) public func fail(
    with error: any Error,
    to isMeant: ((Input) -> Bool)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await answer(
      where: isMeant, { _ in throw error },
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers the oldest pending call with the result of a closure, and runs the effects until they are idle.
  ///
  /// The call throws an error that the closure throws. If no call arrives in time, the closure
  /// does not run, and the stub reports an issue.
  ///
  /// ```swift
  /// await find.answer { query in [query, query + "er"] }
  /// ```
  ///
  /// - Parameters:
  ///   - isMeant: A condition on the input. The oldest pending call that meets it is answered.
  ///   - respond: Returns the answer to a call with the given input.
  nonisolated(nonsending) public func answer(
    to isMeant: ((Input) -> Bool)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    _ respond: (Input) throws -> Output
  ) async {
    await answer(
      where: isMeant, respond,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  nonisolated(nonsending) private func answer(
    where isMeant: ((Input) -> Bool)?, _ respond: (Input) throws -> Output, at callSite: CallSite
  ) async {
    if let lane = ExecutorLane.current {
      return Issues.report(
        FailureMessages.drivenFromInside("\(name).answer", by: lane.origin), at: callSite)
    }
    Listeners.calls?.on(.call("answer", at: callSite))
    await EffectScheduler.settle(shared.withLock { $0.pending.map(\.lane) })
    guard let call = await take(where: isMeant) else {
      let (calls, pending, hasRule) = shared.withLock {
        ($0.calls, $0.pending.map(\.input), $0.rule != nil)
      }
      Issues.report(
        StubMessages.nothingToAnswer(
          name, isConditional: isMeant != nil, calls: calls, pending: pending, hasRule: hasRule),
        at: callSite)
      return
    }
    let result = Result { try respond(call.input) }
    call.end(result)
    await EffectScheduler.settle([call.lane])
  }

  /// Removes and returns the matching call. Waits for it as long as such a call is possible.
  ///
  /// A store whose effects have called knows whether they can continue without the test. Before that, each store that the
  /// answering task drives may call, and a task outside any store can call at any time.
  nonisolated(nonsending) private func take(
    where isMeant: ((Input) -> Bool)?
  ) async -> PendingCall<Input, Output>? {
    let deadline = ContinuousClock.Instant.now(plus: timeout)
    let callers = shared.withLock { $0.callers.compactMap(\.scheduler) }
    // The effects of a store continue only while a call drains it.
    let stores =
      callers.isEmpty ? EffectScheduler.openStores(drivenBy: CurrentTask.number) : callers
    shared.withLock { $0.awaited = stores.map { .init(scheduler: $0) } }
    for store in stores.reversed() {
      var taken: PendingCall<Input, Output>?
      let call = await store.exclusively { work in
        _ = await work.wait(
          atMost: ContinuousClock.now.duration(to: deadline),
          couldHappen: { work.couldSendMore || shared.withLock { $0.arriving > 0 } },
          until: {
            taken = takePending(where: isMeant)
            return taken != nil
          })
        // A task that runs elsewhere may have called after the condition was checked, and now count as parked.
        return taken ?? takePending(where: isMeant)
      }
      if let call { return call }
    }
    if !callers.isEmpty { return nil }
    while true {
      let seen = arrivals.count
      if let call = takePending(where: isMeant) { return call }
      guard await arrivals.wait(past: seen, until: deadline) else {
        return takePending(where: isMeant)
      }
    }
  }

  private func takePending(where isMeant: ((Input) -> Bool)?) -> PendingCall<Input, Output>? {
    // A condition is the test's code and may read the stub's calls, so it runs without the lock.
    let pending = shared.withLock { $0.pending }
    for call in pending where isMeant?(call.input) ?? true {
      if let call = shared.withLock({ $0.waiting.take(call.id) }) { return call }
    }
    return nil
  }
}

extension Stub where Output == Void {
  /// Makes the oldest pending call return, and runs the effects until they are idle.
  ///
  /// ```swift
  /// await delete.succeed(to: { $0 == 2 })
  /// ```
  ///
  /// - Parameter isMeant: A condition on the input. The oldest pending call that meets it is answered.
  nonisolated(nonsending) public func succeed(
    to isMeant: ((Input) -> Bool)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await succeed(
      with: (), to: isMeant, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension Stub {
  /// Lets the schedule choose the time and the result of the answer to each later call.
  ///
  /// ```swift
  /// let save = Stub<Cart, Receipt>("CartClient.save")
  /// save.mayAnswer(.success(.sample), .failure(Offline()))
  /// ```
  ///
  /// In `store.explore` of `FocusedExploration`, an answer is one of the steps of an action sequence, and pending calls
  /// are answered in any order. Under schedules without an exploration, each call is answered with one of the
  /// results, and other tasks may run first. Without schedules, each call is answered at once, with the first
  /// result.
  ///
  /// Calls that are already pending stay pending.
  public func mayAnswer(_ results: Result<Output, any Error>...) {
    answerCalls(orAnyOf: results)
  }

  /// One of several possible answers, for a call that no exploration answers.
  nonisolated(nonsending) func possibleAnswer(
    in lane: ExecutorLane?
  ) async -> Result<Output, any Error>? {
    let answers = shared.withLock { $0.answers }
    guard let first = answers.first else { return nil }
    let run = CurrentRun.value
    run?.add(double: self)
    if run?.isExploring == true { return nil }
    guard let lane, let chooser = lane.scheduler.chooser, answers.count > 1 else { return first }
    // Each answer counts as a separate task, so that a schedule can let other tasks run first.
    let choice = chooser.choose(
      between: answers.indices.map { ReadyTask(lane: lane.origin.id, id: UInt($0)) })
    await lane.letOthersRun()
    return answers[choice]
  }
}

// Used by explorations.
extension Stub {
  /// The pending calls, the oldest first, and the results that each may have.
  package var possibleAnswers:
    (
      calls: [(id: Int, input: Input)], answers: [Result<Output, any Error>]
    )
  {
    shared.withLock { ($0.pending.map { ($0.id, $0.input) }, $0.answers) }
  }

  /// Answers a pending call. Its continuation runs later.
  package func answerCall(_ id: Int, with answer: Result<Output, any Error>) {
    guard let call = shared.withLock({ $0.waiting.take(id) }) else { return }
    if let scheduler = call.lane?.scheduler, scheduler.chooser != nil {
      scheduler.asOwnWork { call.end(answer) }
    } else {
      call.end(answer)
    }
  }
}

extension Stub {
  /// Makes every later call return a value at once.
  ///
  /// Calls that are already pending stay pending. Each of them still needs a separate answer.
  public func willReturn(_ output: Output) {
    willRespond { _ in output }
  }

  /// Makes every later call throw an error at once.
  ///
  /// Calls that are already pending stay pending. Each of them still needs a separate answer.
  public func willThrow(_ error: any Error) {
    willRespond { _ in throw error }
  }

  /// Answers every later call by a rule, which runs in the calling task.
  ///
  /// Calls that are already pending stay pending. Each of them still needs a separate answer.
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
    answerCalls()
  }
}
