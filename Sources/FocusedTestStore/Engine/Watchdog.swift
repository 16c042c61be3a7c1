import Core
import Foundation
import Synchronization

/// Names on standard error the effects whose jobs do not end, and those that send to a store that no call
/// drives.
///
/// A job that never suspends cannot be stopped, and the test that runs it hangs. So does a test that awaits
/// an effect's result in a separate task without calling the store. A thread checks the stores that run jobs
/// once a second, and ends when there are none. It only reads from the stores.
final class Watchdog: Sendable {
  static let shared = Watchdog { printError($0) }

  /// The number of consecutive checks that must find the same job before its effect is named.
  private static let patience = 3

  private struct Watched {
    /// Retained until its store closes, because a weak reference would slow down each use of the
    /// scheduler.
    let scheduler: EffectScheduler
    /// The position in the order in which effects of the stores first ran.
    let number: Int
    var hold: EffectScheduler.Hold?
    var looks = 0

    /// Returns the scheduler, and the job or sender that has held it up in a number of consecutive checks.
    mutating func look(patience: Int) -> (scheduler: EffectScheduler, hold: EffectScheduler.Hold)? {
      let latest = scheduler.hold
      looks = latest != nil && latest?.kind == hold?.kind ? looks + 1 : 0
      hold = latest
      return looks == patience ? latest.map { (scheduler, $0) } : nil
    }
  }

  private struct State {
    var schedulers: [ObjectIdentifier: Watched] = [:]
    var nextNumber = 0
    var isLooking = false
  }

  private let watched = Lock(State())
  private let warn: @Sendable (String) -> Void

  init(warn: @escaping @Sendable (String) -> Void) {
    self.warn = warn
  }

  /// Checks a scheduler once a second, until it is removed.
  func keepWatching(_ scheduler: EffectScheduler) {
    guard watch(scheduler) else { return }
    let thread = Thread { [self] in
      repeat { Thread.sleep(forTimeInterval: 1) } while look()
    }
    thread.name = "FocusedTestStore watchdog"
    thread.start()
  }

  /// Adds a scheduler to the watched ones. Returns whether a thread must be started.
  func watch(_ scheduler: EffectScheduler) -> Bool {
    watched.withLock { watched in
      watched.schedulers[ObjectIdentifier(scheduler)] = Watched(
        scheduler: scheduler, number: watched.nextNumber)
      watched.nextNumber += 1
      defer { watched.isLooking = true }
      return !watched.isLooking
    }
  }

  /// The stores that a task drives, and in which an effect has run, in the order in which effects first ran.
  func schedulers(drivenBy task: UInt) -> [EffectScheduler] {
    watched.withLock { Array($0.schedulers.values) }.filter { $0.scheduler.isDriven(by: task) }
      .sorted { $0.number < $1.number }.map(\.scheduler)
  }

  /// Stops watching a scheduler. The caller retains it, so nothing is destroyed under the lock.
  func letGo(_ scheduler: EffectScheduler) {
    watched.withLock { $0.schedulers[ObjectIdentifier(scheduler)] = nil }
  }

  /// Checks all stores. Returns whether there are any. If there are none, the thread may end.
  func look() -> Bool {
    let (stuck, isLooking) = watched.withLock { watched in
      let stuck = watched.schedulers.keys.compactMap { id in
        watched.schedulers[id]?.look(patience: Self.patience)
      }
      watched.isLooking = !watched.schedulers.isEmpty
      return (stuck, watched.isLooking)
    }
    for (scheduler, hold) in stuck { warn(scheduler.warning(of: hold, after: Self.patience)) }
    return isLooking
  }
}

extension EffectScheduler {
  /// Lets the watchdog watch the store, if it doesn't already.
  func watch() {
    if !isWatched.exchange(true, ordering: .relaxed) { Watchdog.shared.keepWatching(self) }
  }

  /// An effect that may block a test forever.
  struct Hold {
    enum Kind: Equatable {
      /// A job, identified by the number of jobs that were started before.
      case job(Int)
      /// A sender that waits for the next drain, which may never start.
      case sender(drains: Int)
    }

    let kind: Kind
    let effect: EffectOrigin
  }

  var hold: Hold? {
    shared.withLock { shared in
      if let running = shared.limit.running {
        return Hold(kind: .job(shared.limit.startedJobs), effect: running)
      }
      guard shared.turns.isFree,
        let waiting = shared.work.firstIncomingJob(where: \.isExternalSend)
      else { return nil }
      return Hold(kind: .sender(drains: drainCount), effect: waiting.lane.origin)
    }
  }

  /// The warning about an effect that holds the store up.
  ///
  /// Code of the app creates the name of an action, so this must not run under a lock.
  fileprivate func warning(of hold: Hold, after seconds: Int) -> String {
    let cause = runtime?.cause(of: hold.effect)
    return switch hold.kind {
    case .job: FailureMessages.neverSuspends(hold.effect, startedBy: cause, seconds: seconds)
    case .sender: FailureMessages.nobodyDrives(hold.effect, startedBy: cause, seconds: seconds)
    }
  }
}
