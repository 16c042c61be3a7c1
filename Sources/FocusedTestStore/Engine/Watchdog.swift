import Core
import Foundation
import Synchronization

/// Names on standard error the effects whose jobs do not end, and those that send to a store that no call
/// drives.
///
/// A job that never suspends cannot be stopped, and the test that runs it hangs. So does a test that awaits
/// an effect's result in a separate task without calling the store. A thread checks the stores that run jobs
/// once a second, and ends when there are none. It only reads from the stores.
package final class Watchdog: Sendable {
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

    /// Returns the scheduler if the same job or sender has held it up in a number of consecutive checks.
    mutating func look(patience: Int) -> EffectScheduler? {
      let hold = scheduler.hold
      guard hold != nil, hold == self.hold else {
        self.hold = hold
        looks = 0
        return nil
      }
      looks += 1
      return looks == patience ? scheduler : nil
    }
  }

  private struct State {
    var schedulers: [ObjectIdentifier: Watched] = [:]
    var nextNumber = 0
    var isLooking = false
  }

  private let watched = Lock(State())
  private let warn: @Sendable (String) -> Void

  package init(warn: @escaping @Sendable (String) -> Void) {
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
  package func watch(_ scheduler: EffectScheduler) -> Bool {
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

  /// Stops watching a scheduler.
  package func letGo(_ scheduler: EffectScheduler) {
    // Released without the lock, because the release might close another store.
    let released = watched.withLock {
      $0.schedulers.removeValue(forKey: ObjectIdentifier(scheduler))
    }
    _ = consume released
  }

  /// Checks all stores. Returns whether there are any. If there are none, the thread may end.
  package func look() -> Bool {
    let stuck = watched.withLock { watched -> [EffectScheduler]? in
      if watched.schedulers.isEmpty {
        watched.isLooking = false
        return nil
      }
      return watched.schedulers.keys.compactMap { id in
        watched.schedulers[id]?.look(patience: Self.patience)
      }
    }
    guard let stuck else { return false }
    stuck.compactMap { $0.describeHold(after: Self.patience) }.forEach(warn)
    return true
  }
}

extension EffectScheduler {
  /// Lets the watchdog watch the store, if it doesn't already.
  func watch() {
    if !isWatched.exchange(true, ordering: .relaxed) { Watchdog.shared.keepWatching(self) }
  }

  /// A job or a lock that may block a test forever.
  package enum Hold: Equatable {
    /// A job, identified by the number of jobs that were started before.
    case job(Int)
    /// A sender that waits for the next drain, which may never start.
    case sender(drains: Int)
  }

  package var hold: Hold? {
    shared.withLock { shared in
      if shared.limit.running != nil { return .job(shared.limit.startedJobs) }
      return shared.waitingSender == nil ? nil : .sender(drains: drainCount)
    }
  }

  /// The warning about the effect that holds the store up.
  ///
  /// Code of the app creates the name of an action, so this must not run under the lock.
  func describeHold(after seconds: Int) -> String? {
    let (running, waiting) = shared.withLock { ($0.limit.running, $0.waitingSender) }
    func cause(of effect: EffectOrigin) -> String? { runtime?.cause(of: effect) }
    if let running {
      return FailureMessages.neverSuspends(running, startedBy: cause(of: running), seconds: seconds)
    }
    return waiting.map {
      FailureMessages.nobodyDrives($0, startedBy: cause(of: $0), seconds: seconds)
    }
  }
}

extension EffectScheduler.Shared {
  /// The effect whose sender waits while no call drives the store.
  fileprivate var waitingSender: EffectOrigin? {
    turns.isFree ? work.firstIncomingJob { $0.isExternalSend }?.lane.origin : nil
  }
}
