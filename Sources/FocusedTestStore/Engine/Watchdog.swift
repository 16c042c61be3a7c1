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

  private struct Look {
    var hold: EffectScheduler.Hold?
    /// The number of consecutive checks that found it.
    var count = 0
  }

  private struct State {
    var looks: [ObjectIdentifier: Look] = [:]
    var isLooking = false
  }

  private let state = Lock(State())
  private let warn: @Sendable (String) -> Void

  init(warn: @escaping @Sendable (String) -> Void) {
    self.warn = warn
  }

  /// Checks the open stores once a second, as long as there are any.
  func keepWatching() {
    let isLooking = state.withLock { state in
      defer { state.isLooking = true }
      return state.isLooking
    }
    if isLooking { return }
    let thread = Thread { [self] in
      repeat { Thread.sleep(forTimeInterval: 1) } while look(at: JobRouter.shared.openStores)
    }
    thread.name = "FocusedTestStore watchdog"
    thread.start()
  }

  /// Checks stores. Returns whether there are any. If there are none, the thread ends.
  func look(at stores: [EffectScheduler]) -> Bool {
    let holds = stores.map(\.hold)
    let stuck = state.withLock { state in
      let former = state.looks
      state.looks = [:]
      state.isLooking = !stores.isEmpty
      return zip(stores, holds).compactMap {
        store, hold -> (EffectScheduler, EffectScheduler.Hold)? in
        guard let hold else { return nil }
        let look = former[ObjectIdentifier(store)]
        let count = look?.hold?.kind == hold.kind ? (look?.count ?? 0) + 1 : 0
        state.looks[ObjectIdentifier(store)] = Look(hold: hold, count: count)
        return count == Self.patience ? (store, hold) : nil
      }
    }
    for (store, hold) in stuck { warn(store.warning(of: hold, after: Self.patience)) }
    return !stores.isEmpty
  }
}

extension EffectScheduler {
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
