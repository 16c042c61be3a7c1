import Core
import Foundation
import Synchronization

/// Names on standard error the effects whose jobs do not end.
///
/// A job that never suspends cannot be stopped, and the test that runs it hangs. A thread checks the open stores once a
/// second, and ends when there are none. It only reads from the stores.
final class Watchdog: Sendable {
  static let shared = Watchdog { printError($0) }

  /// The number of consecutive checks that must find the same job before its effect is named.
  private static let patience = 3

  /// A running job.
  struct Job {
    /// The number of jobs that had started and ended before.
    let number: Int
    let effect: EffectOrigin
  }

  private struct State {
    /// For each store that runs a job, the number of the job, and of the consecutive checks that found it.
    var looks: [ObjectIdentifier: (job: Int, count: Int)] = [:]
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
    let jobs = stores.map(\.runningJob)
    let stuck = state.withLock { state in
      let former = state.looks
      state.looks = [:]
      state.isLooking = !stores.isEmpty
      return zip(stores, jobs).filter { store, job in
        guard let job else { return false }
        let look = former[ObjectIdentifier(store)]
        let count = look?.job == job.number ? (look?.count ?? 0) + 1 : 0
        state.looks[ObjectIdentifier(store)] = (job.number, count)
        return count == Self.patience
      }
    }
    for case (let store, let job?) in stuck { warn(store.warning(of: job, after: Self.patience)) }
    return !stores.isEmpty
  }
}
