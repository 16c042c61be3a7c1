import Core
import Synchronization

/// The part of one store that the tasks of a test share: its turn, the inbox of jobs that arrive from outside, and its
/// lanes. The turn hands out the ``StoreWork``, which runs the jobs of all effects.
package final class EffectScheduler: EffectHost {
  private struct Shared {
    var turn = Turn()
    /// The number of effects, ended or not, that can still send an action.
    var liveSenderCount = 0
    /// The lanes of the effects that have tasks, by their numbers.
    var lanes: [Int: ExecutorLane] = [:]
    /// The effect whose job runs, and the number of times that the watchdog has found that job.
    var runningJob: (effect: EffectOrigin, checks: Int)?
  }

  /// The number of jobs in one drain after which effects count as never becoming idle.
  static let jobLimit = 100_000

  package let issues = IssueBuffer()
  /// The jobs that arrive from outside.
  let inbox = Inbox()
  /// Fires after each event that a call may be waiting for.
  let events = EventSignal()
  /// Chooses the work that runs next, under a schedule.
  package let chooser: (any WorkChooser)?
  /// The listener for the waits of the effects, if there is one.
  package let waits: (any CallListener)?
  private let shared = Lock(Shared())
  private let hasEnded = Atomic(false)
  private let isLikeTCA = Atomic(false)
  /// The number of the task that last requested a turn, usually the test's task, or 0. Not under the lock: each advance of
  /// a clock reads it in all open stores.
  private let driver = Atomic<UInt64>(0)
  /// The turn hands it out.
  private let work: RuntimeConfined<StoreWork>

  package init(chooser: (any WorkChooser)? = nil, waits: (any CallListener)? = nil) {
    self.chooser = chooser
    self.waits = waits
    work = RuntimeConfined(StoreWork(chooser: chooser))
    work.value.scheduler = self
  }

  /// Whether the store has ended.
  package var isOver: Bool { hasEnded.load(ordering: .relaxed) }
  /// Whether effects run as in TCA's store: in a test on the main actor, each call of a nonisolated function lets other
  /// effects run, and a sleep of zero on a `TestClock` waits for `advance`.
  var runsAsInTCA: Bool {
    get { isLikeTCA.load(ordering: .relaxed) }
    set { isLikeTCA.store(newValue, ordering: .relaxed) }
  }

  /// Whether the calling code is part of the store's work, which runs on this thread now.
  package var isRunningOnThisThread: Bool { work.value.isOnThisThread }

  /// The store's work, if the calling code is a part of it.
  var ownWork: StoreWork? { isRunningOnThisThread ? work.value : nil }

  /// The effect whose job runs on this thread.
  package var runningEffect: EffectOrigin? { ownWork?.runningLane?.origin }

  /// Whether the calling code is one of the store's effects, its reducer, or an assert closure.
  var runsCallingCode: Bool { DependencyValues.scoped?.storeID == ObjectIdentifier(self) }

  /// Whether a task drives the store, so that the store runs no work while the task waits.
  func isDriven(by task: UInt64) -> Bool { driver.load(ordering: .relaxed) == task }

  /// Records that the current task requests a turn.
  private func currentTaskDrives() { driver.store(CurrentTask.number, ordering: .relaxed) }
}

// The creation.
extension EffectScheduler {
  /// The scheduler of a store that is being created.
  static func forNewStore(createdAt callSite: CallSite?) -> EffectScheduler {
    if let callSite {
      AddOn.evidence.reportAbsence(at: callSite)
      AddOn.exploration.reportAbsence(at: callSite)
      CoreCopies.reportSecond(at: callSite)
    }
    let waits = callSite == nil ? nil : Listeners.ofProcess?.makeWaitListener()
    return CurrentRun.value?.makeScheduler(waits: waits)
      ?? EffectScheduler(chooser: requestedChooser(ofStoreCreatedAt: callSite), waits: waits)
  }

  /// The chooser that `FOCUSED_SCHEDULE` requests for a store outside an exploration.
  private static func requestedChooser(
    ofStoreCreatedAt callSite: CallSite?
  ) -> (any WorkChooser)? {
    guard let text = AddOn.exploration.request?.value else { return nil }
    return scheduleReader?.chooser(for: text, ofStoreCreatedAt: callSite)
  }

  private static let scheduleReader =
    AddOn.exploration.linkedClass as? any DiscoverableSchedule.Type
}

// The turn.
extension EffectScheduler {
  /// Makes a call of the test: takes the turn, and runs an operation with the store's work.
  ///
  /// - Returns: The result, or `nil` if the call was refused. That was reported, unless the store has ended.
  @discardableResult
  nonisolated(nonsending) package func call<R>(
    _ method: StoreMethod, at callSite: CallSite,
    _ operation: nonisolated(nonsending) (StoreWork) async -> R
  ) async -> R? {
    guard let hasTurn = begin(method, at: callSite, canWait: true) else { return nil }
    if !hasTurn { await waitForTurn() }
    currentTaskDrives()
    let result = await operation(work.value)
    endTurn(ofCall: true)
    return result
  }

  /// Makes a call of the test that can't suspend.
  @discardableResult
  func callAtOnce<R>(
    _ method: StoreMethod, at callSite: CallSite, _ operation: (StoreWork) -> R
  ) -> R? {
    guard begin(method, at: callSite, canWait: false) != nil else { return nil }
    let result = operation(work.value)
    // The next call reports the issues of the effects, because a call that can't suspend may run in no test.
    passTurn(ofCall: true)
    return result
  }

  /// Begins a call. Reports an issue at the line of a call that is made from inside the store, or during another call.
  ///
  /// Such a call would be a deadlock: the effect would wait for the drain that runs it, and the drain would wait for the
  /// effect.
  ///
  /// - Returns: Whether the call has the turn. `nil` if it was refused.
  private func begin(_ method: StoreMethod, at callSite: CallSite, canWait: Bool) -> Bool? {
    if refuseFromInside(method, at: callSite) || isOver { return nil }
    let (hasTurn, other) = shared.withLock {
      ($0.turn.begin((method, callSite), canWait: canWait), $0.turn.call)
    }
    if hasTurn != nil {
      if waits != nil { Listeners.calls?.on(.call(method.rawValue, at: callSite)) }
    } else {
      report(
        FailureMessages.drivenTwice(
          method.rawValue, during: other.map { ($0.method.rawValue, $0.callSite) }), at: callSite)
    }
    return hasTurn
  }

  /// Reports a call by one of the store's effects, by its reducer, or by an assert closure.
  ///
  /// - Returns: Whether the call was made from inside.
  package func refuseFromInside(_ method: StoreMethod, at callSite: CallSite) -> Bool {
    guard runsCallingCode else { return false }
    if let lane = ExecutorLane.current, lane.scheduler === self {
      report(FailureMessages.drivenFromInside(method.rawValue, by: lane.origin), at: callSite)
    } else {
      // Not through the buffer, because only the first run of a closure reports its issues.
      Issues.report(FailureMessages.drivenFromInside(method.rawValue, by: nil), at: callSite)
    }
    return true
  }

  /// A task of an effect may have lost its test. The test's call in progress, or its next one, reports
  /// the issue.
  private func report(_ message: String, at callSite: CallSite) {
    issues.report(ReportedIssue(message, at: callSite))
  }

  /// Runs an operation with the store's work, when no other code uses it.
  nonisolated(nonsending) package func exclusively<R>(
    _ operation: nonisolated(nonsending) (StoreWork) async -> R
  ) async -> R {
    await takeTurn()
    let result = await operation(work.value)
    endTurn()
    return result
  }

  /// Runs all work that needs no external event.
  nonisolated(nonsending) package func settle() async {
    await exclusively { _ = await $0.drain() }
  }

  /// Takes the turn, which is exclusive until ``endTurn(ofCall:)``.
  nonisolated(nonsending) func takeTurn() async {
    currentTaskDrives()
    if !shared.withLock({ $0.turn.takeIfFree() }) { await waitForTurn() }
  }

  nonisolated(nonsending) private func waitForTurn() async {
    await withCheckedContinuation { continuation in
      let isFree = shared.withLock { $0.turn.take(orWaitAs: .task(continuation)) }
      if isFree { continuation.resume() }
    }
  }

  /// Passes the turn to the next waiter, and reports the issues of the effects.
  func endTurn(ofCall: Bool = false) {
    work.value.flushIssues()
    passTurn(ofCall: ofCall)
  }

  private func passTurn(ofCall: Bool = false) {
    // Another call may begin while work of a waiter runs.
    var ofCall = ofCall
    while true {
      let hasRun = work.value.endTurn()
      let next = shared.withLock { $0.turn.pass(endingCall: ofCall) }
      ofCall = false
      if hasRun { events.fire() }
      switch next {
      case nil: return
      case .task(let continuation)?: return continuation.resume()
      case .work(let work)?: work.value()
      }
    }
  }

  /// Runs work that can't suspend in a separate turn: now if no call is in progress and no other code holds the turn, and
  /// otherwise when both have ended.
  package func inOwnTurn(_ work: @escaping () -> Void) {
    let confined = RuntimeConfined(work)
    guard shared.withLock({ $0.turn.take(orWaitAs: .work(confined)) }) else { return }
    work()
    passTurn()
  }

  /// Runs an operation that can't suspend with the store's work. Returns `nil`, and does nothing, if other code holds the
  /// turn.
  @discardableResult
  func ifFree<R>(_ operation: (StoreWork) -> R) -> R? {
    guard shared.withLock({ $0.turn.takeIfFree() }) else { return nil }
    let result = operation(work.value)
    endTurn()
    return result
  }

  /// Runs code as a part of the store's work. Only for the holder of the turn.
  package func asOwnWork<R>(_ body: () -> R) -> R { work.value.asOwn(body) }

  /// Runs all ready work, then `last`, then all work that `last` made ready, and ends the store, which can't suspend. If
  /// another call holds the turn, that call closes the store.
  package func close(_ last: @escaping () -> Void) {
    inOwnTurn { [self] in
      if !isOver {
        work.value.runAll(then: last)
        work.value.flushIssues()
        issues.seal()
        work.value.end()
      }
      work.value.explain = nil
    }
  }
}

// Work that arrives.
extension EffectScheduler {
  /// Enqueues work of an effect: as ready if other work of the store caused it, otherwise in the inbox.
  /// Returns `false` after the end of the store.
  func enqueue(_ job: LaneWork) -> Bool {
    if isOver { return false }
    if let ownWork {
      ownWork.append(job)
      return true
    }
    guard inbox.add(job) else { return false }
    events.fire()
    if ThreadValue.runsArrivals.isSet { ifFree { $0.runAll() } }
    return true
  }

  package func schedule(_ delivery: @escaping () -> Void) {
    // The runtime calls it in a reduction, or when an effect ends.
    work.value.append(delivery: delivery)
  }

  /// Ends the store. Returns the lanes with tasks.
  func markOver() -> [ExecutorLane] {
    shared.withLock { shared in
      hasEnded.store(true, ordering: .relaxed)
      defer { shared.lanes = [:] }
      return Array(shared.lanes.values)
    }
  }
}

// The lanes of the effects.
extension EffectScheduler {
  package func serves(_ runtime: any EffectHostClient) { work.value.runtime = runtime }

  package func makeLane(for origin: EffectOrigin) -> any EffectLane {
    shared.withLock { $0.liveSenderCount += 1 }
    if !work.value.hasEffects {
      work.value.hasEffects = true
      Ownership.noteAbsence(for: self, at: origin.callSite)
      JobRouter.shared.add(self)
      Ownership.installHooks()
      Watchdog.start()
      if isDriven(by: 0) { currentTaskDrives() }
    }
    return ExecutorLane(origin: origin, scheduler: self)
  }

  /// The number of effects, ended or not, that can still send an action.
  var liveSenderCount: Int { shared.withLock { $0.liveSenderCount } }

  /// Neither an effect nor the tasks that it started can send actions anymore.
  func sourceEnded() {
    shared.withLock { $0.liveSenderCount -= 1 }
    events.fire()
  }

  /// Adds the lane of an effect that has tasks.
  func addLane(_ lane: ExecutorLane) {
    shared.withLock { if !isOver { $0.lanes[lane.origin.id] = lane } }
  }

  /// Removes the lane of an effect whose tasks have ended.
  func removeLane(_ lane: ExecutorLane) {
    // The caller retains the lane.
    _ = shared.withLock { $0.lanes.removeValue(forKey: lane.origin.id) }
  }

  /// The lanes with tasks, in the order in which their effects started.
  var lanes: [ExecutorLane] {
    shared.withLock { $0.lanes }.values.sorted { $0.origin.id < $1.origin.id }
  }

  /// The effects that ended before tasks that they started.
  var effectsWithTasks: [RunningEffect] { lanes.compactMap(\.endedEffect) }
}

// The watchdog.
extension EffectScheduler {
  /// Records that a job of an effect starts, or with `nil` that it has ended.
  func watchJob(of effect: EffectOrigin?) {
    shared.withLock { shared in shared.runningJob = effect.map { (effect: $0, checks: 0) } }
  }

  /// Counts a check of the running job. Returns the job's effect, and the number of checks that have found this job.
  func checkRunningJob() -> (effect: EffectOrigin, checks: Int)? {
    shared.withLock { shared in
      shared.runningJob?.checks += 1
      return shared.runningJob
    }
  }
}

/// The methods by which a test drives a store, by the names that messages give them.
package enum StoreMethod: String, Sendable {
  case send, explore, receive, assert, assertNotReceived, finish, settle, skipReceivedActions,
    skipInFlightEffects
  case taskFinish = "task.finish"
  case taskCancel = "task.cancel"
}
