import Core

/// A clock that moves only by `advance` and `run`.
///
/// Inject it where production has a `ContinuousClock`, and let the test decide when time passes:
///
/// ```swift
/// let clock = TestClock()
/// let store = TestStore(.off, initialState: Profile.State()) {
///   Profile()
/// } withDependencies: {
///   $0.continuousClock = clock
/// }
///
/// await store.send(.advanceAgeAndMoodAfterDelay)
/// await clock.advance(by: .seconds(1))
/// XCTAssertEqual(store.state.age, 34)
/// ```
///
/// Sleepers wake in the order of their deadlines. When an advance returns, the awakened effects of
/// a test store are idle again. The idea, and the names, are those of Point-Free's swift-clocks.
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in the clock's time.
  public typealias Instant = ElapsedInstant<Duration>

  /// The error of ``checkSuspension()``: a task still sleeps.
  public struct SuspensionError: Error, CustomStringConvertible {
    /// The number of sleepers.
    public let sleeperCount: Int
    /// The deadlines of the sleepers.
    public let description: String
  }

  private let queue: OptimisticLock<SleeperQueue<Instant>>

  /// Creates a clock that is stopped at a point in time.
  public init(now: Instant = Instant()) {
    queue = OptimisticLock(SleeperQueue(now: now))
    CurrentRun.value?.add(double: self)
  }

  /// The point that the clock has been advanced to.
  public var now: Instant { queue.value.now }

  /// Zero, because the clock can be at any point in time.
  public var minimumResolution: Duration { .zero }

  /// Sleeps until the clock has been advanced to a point.
  /// - Throws: `CancellationError` if the task is cancelled before.
  public func sleep(until deadline: Instant, tolerance _: Duration? = nil) async throws {
    try Task.checkCancellation()
    let lane = ExecutorLane.current
    let waitsIfDue = lane?.scheduler.runsAsInTCA == true
    guard deadline > now || waitsIfDue else {
      // Yields nevertheless, so that a loop of empty sleeps lets other tasks run.
      await Task.yield()
      return
    }
    let isChosen = lane?.scheduler.chooser != nil
    if isChosen { CurrentRun.value?.add(double: self) }
    let id = queue.withLock { $0.sleepers.makeID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        lane?.park(
          Parking(id: .init(id, of: self), cause: .clock, end: { "\(deadline.offset)" }) { [self] in
            FailureMessages.clockSleep(until: deadline.offset, now: now.offset)
          })
        let sleeper = Sleeper(
          id: id, parking: Parking.ID(id, of: self), deadline: deadline, lane: lane,
          task: isChosen ? lane?.readyTask(CurrentTask.identity) : nil, continuation: continuation)
        let add = { (queue: inout SleeperQueue<Instant>) -> Result<Void, any Error>? in
          // A later cancellation finds the sleeper, or repeats the update.
          if Task.isCancelled { return .failure(CancellationError()) }
          return queue.add(sleeper, evenIfDue: waitsIfDue) ? nil : .success(())
        }
        // An update copies all sleepers. Standard durations are compared without code of the app, so they need no copy.
        let result = Duration.self == Swift.Duration.self ? queue.withLock(add) : queue.update(add)
        if let result { sleeper.wake(result) }
      }
    } onCancel: {
      queue.withLock { $0.sleepers.take(id) }?.wake(.failure(CancellationError()))
    }
  }

  /// Lets time pass, and returns when the awakened effects are idle again.
  ///
  /// Without a duration, no time passes, and no sleeper wakes. Reports an issue and stops after 100,000 sleepers.
  /// Reports an issue if an effect of a test store calls it, and lets no time pass: only the test moves the clock.
  nonisolated(nonsending) public func advance(
    by duration: Duration = .zero,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await advance(
      to: now.advanced(by: duration), fileID: fileID, filePath: filePath, line: line, column: column
    )
  }

  /// Lets time pass up to a point, and returns when the awakened effects are idle again.
  nonisolated(nonsending) public func advance(
    to deadline: Instant,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if await wakeSleepers(upTo: deadline, at: callSite) {
      queue.update { $0.now = max($0.now, deadline) }
    }
  }

  /// Lets time pass until no task sleeps on the clock.
  ///
  /// With a timer that never ends, time would pass endlessly. So the clock stops after 100,000
  /// sleepers, and reports an issue.
  nonisolated(nonsending) public func run(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    _ = await wakeSleepers(
      upTo: nil, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Wakes the sleepers one by one. Returns whether it reached the end.
  nonisolated(nonsending) private func wakeSleepers(
    upTo deadline: Instant?, at callSite: CallSite
  ) async -> Bool {
    if let lane = ExecutorLane.current {
      Issues.report(
        FailureMessages.drivenFromInside(
          deadline == nil ? "run" : "advance", by: lane.origin),
        at: callSite)
      return false
    }
    Listeners.calls?.on(.call("advance", at: callSite))
    noteMove(to: deadline)
    let limit = sleeperLimit
    await EffectScheduler.settle(queue.value.lanes)
    for _ in 0..<limit {
      guard let next = queue.update({ $0.next(upTo: deadline) }) else { return true }
      await wake(next)
    }
    guard let next = queue.value.deadlines.first, deadline.map({ next <= $0 }) ?? true else {
      return true
    }
    Issues.report(
      FailureMessages.clockNeverStops(hasDeadline: deadline != nil, limit: limit), at: callSite)
    return false
  }

  private func noteMove(to deadline: Instant?) {
    Listeners.calls?.on(
      .clock(from: "\(now.offset)", to: deadline.map { "\(max(now, $0).offset)" }))
  }

  /// Wakes a sleeper, or another one with the same deadline that the sleeper's scheduler chooses.
  nonisolated(nonsending) private func wake(_ next: Sleeper<Instant>) async {
    if let scheduler = next.lane?.scheduler, scheduler.chooser != nil {
      // The sleepers wake as work of the store, so that the order of their next jobs is a choice, too.
      await scheduler.exclusively { _ in wakeNow(next) }
    } else {
      wakeNow(next)
    }
    await EffectScheduler.settle([next.lane])
  }

  /// The sleepers that wake next: one sleeper, or several if their tasks may take turns in production.
  private func chosen(
    among sleepers: [Sleeper<Instant>], by chooser: any WorkChooser
  ) -> [Sleeper<Instant>] {
    guard sleepers.count > 1 else { return sleepers }
    var rest = sleepers
    var chosen = [rest.remove(at: chooser.choose(between: rest.compactMap(\.task)))]
    while !rest.isEmpty {
      let options = [chosen[chosen.count - 1]] + rest
      let choice = chooser.choose(between: options.compactMap(\.task))
      if choice == 0 { break }
      chosen.append(rest.remove(at: choice - 1))
    }
    return chosen
  }

  /// Throws if a task sleeps on the clock.
  ///
  /// Reports an issue if an effect of a test store calls it, and checks nothing: the effect can't wait until all effects
  /// are idle.
  nonisolated(nonsending) public func checkSuspension() async throws {
    if let effect = ExecutorLane.current?.origin {
      return Issues.report(
        FailureMessages.drivenFromInside("checkSuspension", by: effect), at: effect.callSite)
    }
    await EffectScheduler.settle(queue.value.lanes)
    let deadlines = queue.value.deadlines
    guard deadlines.isEmpty else {
      throw SuspensionError(
        sleeperCount: deadlines.count,
        description: FailureMessages.clockSuspends(
          until: deadlines.map(\.offset), now: now.offset))
    }
  }
}

extension TestClock {
  /// The number of sleepers after which a timer counts as never ending.
  package var sleeperLimit: Int {
    get { queue.value.sleeperLimit }
    set { queue.update { $0.sleeperLimit = newValue } }
  }
}

// Used by explorations.
extension TestClock {
  /// The deadline of the next sleeper, and the time until then.
  package var nextDeadline: (instant: Instant, span: Duration)? {
    let queue = queue.value
    return queue.deadlines.first.map { ($0, max(.zero, queue.now.duration(to: $0))) }
  }

  /// The times until the sleepers wake.
  package var pendingSpans: [Duration] {
    let queue = queue.value
    return queue.deadlines.map { queue.now.duration(to: $0) }
  }

  /// Moves to a deadline, and wakes the next sleeper. Its continuation runs later.
  package func wakeNext(upTo deadline: Instant) {
    noteMove(to: deadline)
    guard let next = queue.update({ $0.next(upTo: deadline) }) else { return }
    wakeNow(next)
  }

  /// Wakes a sleeper, or another one with the same deadline that the schedule chooses. The caller must hold the turn of
  /// the sleeper's scheduler.
  private func wakeNow(_ next: Sleeper<Instant>) {
    guard let scheduler = next.lane?.scheduler, let chooser = scheduler.chooser else {
      queue.withLock { $0.take([next.id]) }.first?.wake(.success(()))
      return
    }
    let choice = chosen(among: queue.value.next(in: scheduler), by: chooser)
    let sleepers = queue.withLock { $0.take(choice.map(\.id)) }
    scheduler.asOwnWork {
      for sleeper in sleepers { sleeper.wake(.success(())) }
    }
  }
}

extension TestClock where Duration == Swift.Duration {
  /// Creates a clock that is stopped at its start.
  public convenience init() {
    self.init(now: Instant())
  }
}

private struct Sleeper<Instant: InstantProtocol>: Identifiable, Sendable {
  let id: Int
  let parking: Parking.ID
  let deadline: Instant
  let lane: ExecutorLane?
  /// The task that sleeps, in a store under a schedule.
  let task: ReadyTask?
  let continuation: CheckedContinuation<Void, any Error>

  func wake(_ result: Result<Void, any Error>) {
    lane?.unpark(parking)
    continuation.resume(with: result)
  }
}

/// The time of a clock, and the sleepers that wait for a point of it.
private struct SleeperQueue<Instant: InstantProtocol>: Sendable {
  var now: Instant
  var sleeperLimit = 100_000
  /// Sorted by deadline. Sleepers with the same deadline are in the order in which they began to
  /// sleep.
  var sleepers = WaitingList<Sleeper<Instant>>()

  var lanes: [ExecutorLane?] { sleepers.elements.map(\.lane) }
  var deadlines: [Instant] { sleepers.elements.map(\.deadline) }

  /// Adds a sleeper. Returns `false` if its deadline has passed.
  mutating func add(_ sleeper: Sleeper<Instant>, evenIfDue: Bool) -> Bool {
    if sleeper.deadline <= now, !evenIfDue { return false }
    sleepers.insert(sleeper) { $0.deadline > sleeper.deadline }
    return true
  }

  /// A scheduler's sleepers with the next deadline.
  func next(in scheduler: EffectScheduler) -> [Sleeper<Instant>] {
    sleepers.elements.prefix { $0.deadline == sleepers.elements[0].deadline }
      .filter { $0.lane?.scheduler === scheduler }
  }

  /// Removes the given sleepers that are still asleep, in the given order.
  mutating func take(_ ids: [Int]) -> [Sleeper<Instant>] { ids.compactMap { sleepers.take($0) } }

  /// Moves to the next deadline. Returns the first sleeper with that deadline.
  mutating func next(upTo limit: Instant? = nil) -> Sleeper<Instant>? {
    guard let first = sleepers.elements.first, limit.map({ first.deadline <= $0 }) ?? true else {
      return nil
    }
    now = max(now, first.deadline)
    return first
  }
}
