import Core

extension Stub {
  /// Makes it a choice when a later call is answered, and with which of several results.
  ///
  /// ```swift
  /// let save = Stub<Cart, Receipt>("CartClient.save")
  /// save.mayAnswer(.success(.sample), .failure(Offline()))
  /// ```
  ///
  /// In ``TestStore/explore(upTo:_:always:fileID:filePath:line:column:)`` a call is held until an answer is
  /// one of the things that happen; several held calls are answered in any order. Under schedules, outside of an
  /// exploration, a call is answered with one result or another, and others may go first. Without schedules
  /// each call is answered at once, with the first result.
  ///
  /// Calls that are held already stay held.
  public func mayAnswer(_ results: Result<Output, any Error>...) {
    shared.withLock { shared in
      shared.rule = nil
      shared.answers = results
    }
  }

  /// The answer of a call that no exploration answers, if there are several to choose from.
  nonisolated(nonsending) func possibleAnswer(
    in lane: (any EffectLane)?
  ) async -> Result<Output, any Error>? {
    let answers = shared.withLock { $0.answers }
    guard let first = answers.first else { return nil }
    let run = ScheduleRun.ofDoubles
    run?.add(self)
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

extension Stub: ExploredDouble {
  var stubName: String? { name }

  /// Each held call is answered with each of the results.
  func happenings() -> [Happening] {
    let (held, answers) = shared.withLock { ($0.held, $0.answers) }
    return held.enumerated().flatMap { position, call in
      answers.enumerated().map { number, answer in
        Happening(
          label: {
            var fingerprint = StateFingerprint.of(self.name)
            fingerprint.combine(call.input)
            fingerprint.combine(number)
            return fingerprint.hash
          },
          name: { "\(self.name), answered with \(FailureMessages.name(answer))" },
          code: {
            $0.answer(
              toStub: self.name, with: answer, position: position, among: held.map(\.input))
          },
          begin: {
            guard let call = self.shared.withLock({ $0.waiting.take(call.id) }) else { return }
            call.trace(answer, of: self.name)
            if let scheduler = call.lane?.driver as? EffectScheduler, scheduler.isChoosing {
              scheduler.asOwnWork { call.end(answer) }
            } else {
              call.end(answer)
            }
          })
      }
    }
  }

  func combinePending(into fingerprint: inout StateFingerprint) {
    let inputs = shared.withLock { $0.held.map(\.input) }
    fingerprint.combine(inputs)
  }
}
