import Core
import Foundation

/// Names on standard error the effects whose jobs do not end.
///
/// A job that never suspends cannot be stopped, and the test that runs it hangs. A thread checks the open stores once a
/// second. It only reads from the stores.
enum Watchdog {
  private static let seconds = 3

  /// Checks the open stores from now on.
  static func start() { _ = thread }

  private static let thread: Void = Thread.detachNewThread {
    while true {
      Thread.sleep(forTimeInterval: 1)
      for store in JobRouter.shared.openStores {
        if let warning = check(store) { printError(warning) }
      }
    }
  }

  /// Checks a store. Returns a text about its job if several checks have found the same one.
  static func check(_ store: EffectScheduler) -> String? {
    guard let (effect, checks) = store.checkRunningJob(), checks == seconds + 1 else { return nil }
    return FailureMessages.neverSuspends(effect, seconds: seconds)
  }
}
