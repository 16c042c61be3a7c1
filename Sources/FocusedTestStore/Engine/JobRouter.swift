import Core
import Dispatch
import Synchronization

/// Decides, for each job that the runtime enqueues, whether a store owns it. There is one router per process.
///
/// A job belongs to a store if its task is registered, or if code of a store runs on this thread and has just created the
/// task. The store then runs the job. The router is also the main actor's executor for the tasks that stores own.
final class JobRouter: SerialExecutor, JobOwner {
  static let shared = JobRouter()

  /// The lanes of the tasks that stores own, by the tasks' addresses.
  private let owners = Lock<[UInt: ExecutorLane]>([:])
  /// The number of owned tasks. Foreign tasks read it each time that they are enqueued.
  private let ownedCount = Atomic(0)
  /// The open stores with effects, in the order of their first effects.
  private let stores = Lock<[EffectScheduler]>([])

  private init() {}

  // MARK: - Stores

  /// Adds a store, for which the caller then installs the hooks.
  func add(_ store: EffectScheduler) { stores.withLock { $0.append(store) } }

  /// Removes a store, and the hooks with the last one.
  func remove(_ store: EffectScheduler) {
    stores.withLock { stores in
      // The caller retains the store, so nothing is destroyed under the lock.
      stores.removeAll { $0 === store }
      if stores.isEmpty { RuntimeHooks.uninstall() }
    }
  }

  /// The open stores with effects.
  var openStores: [EffectScheduler] { stores.withLock { $0 } }

  // MARK: - Owners

  func own(_ task: UInt, in lane: ExecutorLane) {
    // A former owner is released after the lock.
    _ = owners.withLock { owners in
      let former = owners.updateValue(lane, forKey: task)
      ownedCount.store(owners.count, ordering: .relaxed)
      return former
    }
  }

  func disown(_ tasks: [UInt]) {
    if tasks.isEmpty { return }
    _ = owners.withLock { owners in
      let former = tasks.map { owners.removeValue(forKey: $0) }
      ownedCount.store(owners.count, ordering: .relaxed)
      return former
    }
  }

  /// The lane that owns a task.
  func lane(of task: UInt) -> ExecutorLane? {
    guard ownedCount.load(ordering: .relaxed) > 0 else { return nil }
    return owners.withLock { $0[task] }
  }

  // MARK: - Jobs

  /// Takes a job that the runtime enqueues on the global executor or on the main actor, if a store owns it.
  func takes(_ job: UnownedJob, isMain: Bool) -> Bool {
    if let lane = lane(of: job.identity) { return lane.accept(job, isMain: isMain) }
    return StoreWork.onThisThread?.adopt(job, isMain: isMain) ?? false
  }

  /// The main actor's executor for the current task, if a store owns the task.
  var mainExecutorForOwnedTask: UnownedSerialExecutor? {
    let store = StoreWork.onThisThread
    guard store != nil || ownedCount.load(ordering: .relaxed) > 0 else { return nil }
    let task = CurrentTask.identity
    guard task != 0 else { return nil }
    let isOwned =
      lane(of: task) != nil
      || store.map { $0.isStarting || CurrentTask.number >= $0.fence } ?? false
    return isOwned ? asUnownedSerialExecutor() : nil
  }

  /// Called by the runtime for a main-actor job of a task that asked for the main actor's executor while a store owned it.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !takes(job, isMain: true) { MainActor.shared.enqueue(job) }
  }

  func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(.main))
  }
}

extension EffectScheduler {
  /// Runs the stores of some lanes until they are idle, after a clock or a stub has woken tasks in the lanes.
  ///
  /// A lane is `nil` for a task that belongs to no test store. Jobs that have arrived in the caller's stores are
  /// accepted too, because they may lead to the first wait of an effect.
  nonisolated(nonsending) static func settle(_ lanes: [ExecutorLane?]) async {
    let expectant = openStores(drivenBy: CurrentTask.number).filter { $0.inbox.count > 0 }
    let schedulers = lanes.compactMap { $0?.scheduler } + expectant
    for scheduler in schedulers.withoutRepetitions(of: ObjectIdentifier.init) {
      await scheduler.settle()
    }
    guard lanes.isEmpty || lanes.contains(where: { $0 == nil }) else { return }
    // Nothing reports when tasks that belong to no test store are idle. A few hops are enough for a task that a clock or a
    // stub has woken.
    for _ in 0..<10 {
      await Task.yield()
      await Task { @MainActor in }.value
    }
  }

  /// The open stores with effects that a task drives.
  static func openStores(drivenBy task: UInt64) -> [EffectScheduler] {
    JobRouter.shared.openStores.filter { $0.isDriven(by: task) }
  }
}

/// Whether stores own the tasks that effects start with `Task {}` or `Task.detached`, and their main-actor jobs.
///
/// It depends on the runtime of the system. A check decides once per process. Where stores own no such tasks, these are
/// external.
package enum Ownership {
  private static let isDenied = EnvironmentVariable.ownership.value == "none"
  private static let isNoted = Atomic(false)

  /// Whether a store has seen each kind of task when the check created it.
  package static let isExact = !isDenied && RuntimeHooks.isAvailable && ownsEachKind()

  /// Creates each kind of task in an effect. Returns whether the store has seen all of them.
  static func ownsEachKind() -> Bool {
    let scheduler = EffectScheduler()
    // Another store that ends meanwhile would otherwise be the last one, and uninstall the hooks.
    JobRouter.shared.add(scheduler)
    RuntimeHooks.install(for: JobRouter.shared)
    let owned = Lock<[Bool]>([])
    let lane = ExecutorLane(
      origin: EffectOrigin(
        id: 0, name: nil,
        callSite: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column),
        step: 0), scheduler: scheduler)
    scheduler.close {
      _ = lane.start(priority: nil) {
        let tasks = [Task {}, Task.detached {}, Task { @MainActor in }]
        let lanes = tasks.map { JobRouter.shared.lane(of: $0.identity) }
        owned.withLock { $0 = lanes.map { $0 === lane } }
      }
    }
    return owned.withLock { $0 } == [true, true, true]
  }

  /// Installs the hooks, unless the tasks are external on this system.
  static func installHooks() {
    if isExact { RuntimeHooks.install(for: JobRouter.shared) }
  }

  /// Notes, once per process, if the tasks are external on this system.
  static func noteAbsence(for store: EffectScheduler, at callSite: CallSite) {
    if isExact || isDenied || isNoted.exchange(true, ordering: .relaxed) { return }
    store.issues.report(
      ReportedIssue(FailureMessages.ownsNoTasks, severity: .note, at: callSite))
  }
}
