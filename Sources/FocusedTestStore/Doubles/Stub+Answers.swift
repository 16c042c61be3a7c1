import Core

extension Stub {
  /// Makes it a choice when a later call is answered, and with which of several results.
  ///
  /// ```swift
  /// let save = Stub<Cart, Receipt>("CartClient.save")
  /// save.mayAnswer(.success(.sample), .failure(Offline()))
  /// ```
  ///
  /// In `store.explore` of `FocusedExploration`, a call is held until an answer is
  /// one of the things that happen; several held calls are answered in any order. Under schedules, outside of an
  /// exploration, a call is answered with one result or another, and others may go first. Without schedules
  /// each call is answered at once, with the first result.
  ///
  /// Calls that are held already stay held.
  public func mayAnswer(_ results: Result<Output, any Error>...) {
    answerCalls(orAnyOf: results)
  }

  /// The answer of a call that no exploration answers, if there are several to choose from.
  nonisolated(nonsending) func possibleAnswer(
    in lane: (any EffectLane)?
  ) async -> Result<Output, any Error>? {
    let answers = shared.withLock { $0.answers }
    guard let first = answers.first else { return nil }
    let run = CurrentRun.value
    run?.add(double: self)
    if run?.isExploring == true { return nil }
    guard let lane = lane as? ExecutorLane, let scheduler = lane.driver as? EffectScheduler,
      scheduler.isChoosing, answers.count > 1
    else { return first }
    // As if each answer were a task of its own, which the others keep from running.
    let choice = scheduler.choose(
      between: answers.indices.map { ReadyTask(lane: lane.origin.id, id: UInt($0)) })
    await lane.makeWay()
    return answers[choice]
  }
}

// The interface of the stub for explorations.
extension Stub {
  /// The pending calls, the oldest first, and the results that each may have.
  package var possibleAnswers:
    (
      calls: [(id: Int, input: Input)], answers: [Result<Output, any Error>]
    )
  {
    shared.withLock { ($0.held.map { ($0.id, $0.input) }, $0.answers) }
  }

  /// Answers a pending call. Its continuation runs later.
  package func answerCall(_ id: Int, with answer: Result<Output, any Error>) {
    guard let call = shared.withLock({ $0.waiting.take(id) }) else { return }
    call.noteAnswer(answer, of: name)
    if let scheduler = call.lane?.driver as? EffectScheduler, scheduler.isChoosing {
      scheduler.asOwnWork { call.end(answer) }
    } else {
      call.end(answer)
    }
  }
}

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
    answerCalls()
  }
}
