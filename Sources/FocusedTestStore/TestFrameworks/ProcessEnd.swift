import Core
import Foundation

/// The checks at the end of the process: stores that no test has ended are checked, and the process fails
/// if an error could not be reported to a test.
enum ProcessEnd {
  private struct State: Sendable {
    var stores = OpenStores()
    var isObserved = false
    var hasFailed = false
  }

  private static let state = Lock(State())

  /// Checks a store when the process ends, unless it has been released.
  static func track(_ store: OpenStore) {
    observe { $0.stores.add(store) }
  }

  /// Makes the process end as a failure.
  static func fail(because reason: String) {
    let isFirst = observe { state in
      defer { state.hasFailed = true }
      return !state.hasFailed
    }
    if isFirst { printError(reason) }
  }

  /// Registers the checks with the end of the process.
  static func observe() { observe { _ in } }

  @discardableResult
  private static func observe<R: Sendable>(_ change: (inout State) -> R) -> R {
    let (result, isFirst) = state.withLock { state in
      let result = change(&state)
      defer { state.isObserved = true }
      return (result, !state.isObserved)
    }
    if isFirst { atexit { ProcessEnd.checkStores() } }
    return result
  }

  private static func checkStores() {
    var stores = state.withLock { state in
      defer { state.stores = OpenStores() }
      return state.stores.all
    }
    #if canImport(XCTest)
      stores += TestCaseObserver.shared.takeOpenStores()
    #endif
    Issues.$reporter.withValue(NoTestReporter()) {
      for store in stores { store.end() }
    }
    UnnamedTest.isNamed(nil)
    guard state.withLock({ $0.hasFailed }) else { return }
    // A handler must not call `exit` again (C11, 7.22.4.4). Handlers registered earlier, such as the one that
    // writes coverage, are left out of a run that fails here.
    fflush(nil)
    _exit(EXIT_FAILURE)
  }
}
