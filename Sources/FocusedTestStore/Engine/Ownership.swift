import Core
import Synchronization

/// Whether stores own the tasks that effects start with `Task {}` or `Task.detached`, and their main-actor jobs.
///
/// It depends on the runtime of the system. A check decides once per process. Where stores own no such tasks, these are
/// external.
package enum Ownership {
  private static let isDenied = EnvironmentVariable.ownership.value == "none"
  private static let isNoted = Atomic(false)

  /// Whether a store has seen each kind of task when the check created it.
  package static let isExact: Bool = {
    guard !isDenied, RuntimeHooks.isAvailable else { return false }
    RuntimeHooks.install()
    let scheduler = EffectScheduler()
    let owned = Lock<[Bool]>([])
    let lane = ExecutorLane(
      origin: EffectOrigin(
        id: 0, name: nil,
        callSite: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column),
        step: 0), scheduler: scheduler)
    scheduler.whenIdle {
      _ = lane.start(priority: nil) {
        let tasks = [Task {}, Task.detached {}, Task { @MainActor in }]
        let lanes = tasks.map { JobRouter.shared.lane(of: $0.identity) }
        owned.withLock { $0 = lanes.map { $0 === lane } }
      }
    }
    // The end of the store uninstalls the hooks, because no other one is open yet.
    scheduler.close {}
    return owned.withLock { $0 } == [true, true, true]
  }()

  /// Installs the hooks, unless the tasks are external on this system.
  static func installHooks() {
    if isExact { RuntimeHooks.install() }
  }

  /// Notes, once per process, if the tasks are external on this system.
  static func noteAbsence(for store: EffectScheduler, at callSite: CallSite) {
    if isExact || isDenied || isNoted.exchange(true, ordering: .relaxed) { return }
    store.issues.report(
      ReportedIssue(FailureMessages.ownsNoTasks, severity: .note, at: callSite))
  }
}
