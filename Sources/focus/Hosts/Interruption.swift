import Foundation
import Synchronization

/// Whether this process was asked to stop, by Ctrl-C or by what ends jobs.
///
/// The first time is a request; the second time ends the process at once, as without this.
package final class Interruption: Sendable {
  /// What the signals of this process raise.
  package static let process = Interruption()

  private let raised = Atomic(false)

  package init() {}

  package var isRaised: Bool { raised.load(ordering: .relaxed) }

  package func raise() { raised.store(true, ordering: .relaxed) }
}

extension Interruption {
  private static let signals = [SIGINT, SIGTERM]

  /// Has the signals raise it, while the operation runs.
  package static func whileWatched<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Made before a signal can come, because nothing may be made in a handler.
    _ = process
    for number in signals {
      // A handler rather than `SIG_IGN`, which the programs that this one starts would inherit.
      signal(number) { number in
        Interruption.process.raise()
        signal(number, SIG_DFL)
      }
    }
    defer { for number in signals { signal(number, SIG_DFL) } }
    // Signals may have been held back in the parent process, and that is inherited.
    var set = sigset_t()
    sigemptyset(&set)
    for number in signals { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    return try operation()
  }
}
