import Core
import Foundation

/// What is left to do when the process ends: to check the stores that no test has ended, and to fail
/// if an error could be reported to no test.
enum ProcessEnd {
  private struct State: Sendable {
    var stores = OpenStores()
    var isObserved = false
    var hasFailed = false
  }

  private static let state = Lock(State())

  /// Checks a store when the process ends, if it is still there.
  static func track(_ store: OpenStore) {
    observe { $0.stores.add(store) }
  }

  /// Makes the process end as a failure.
  static func fail(because reason: String) {
    let isFirst = observe { state in
      defer { state.hasFailed = true }
      return !state.hasFailed
    }
    if isFirst { FileHandle.standardError.write(Data("\(reason)\n".utf8)) }
  }

  /// Sees to it that the process is followed to its end.
  static func observe() { observe { _ in } }

  @discardableResult
  private static func observe<R: Sendable>(_ change: (inout State) -> R) -> R {
    let (result, isFirst) = state.withLock { state in
      let result = change(&state)
      defer { state.isObserved = true }
      return (result, !state.isObserved)
    }
    if isFirst { atexit { ProcessEnd.arrive() } }
    return result
  }

  private static func arrive() {
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
    // Goes on with the handlers that were registered earlier, such as that which writes coverage.
    if state.withLock({ $0.hasFailed }) { exit(EXIT_FAILURE) }
  }
}
