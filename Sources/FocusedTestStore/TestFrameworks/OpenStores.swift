import Core
import Foundation
import Synchronization

/// The stores that are used while an operation runs, and end with it, even if something retains them for longer.
package final class StoreScope: Sendable {
  /// Ends the test of a store, unless the store was released, and reports to the current reporter. Returns `false`, and
  /// does nothing, if another thread is using the store. It doesn't retain the store.
  typealias TestEnd = RuntimeConfined<() -> Bool>

  @TaskLocal static var current: StoreScope?

  /// Adds a store to those that end with the running test.
  static func track(_ store: TestEnd) {
    if let scope = current, scope.add(store) { return }
    if TestProcess.isInSwiftTesting {
      TestProcess.noteSwiftTesting()
      return ProcessEnd.track(store)
    }
    TestCaseObserver.shared.track(store)
  }

  /// Runs an operation. The stores that it uses end with it.
  package static func run(_ operation: () async throws -> Void) async throws {
    let scope = StoreScope()
    defer { scope.end() }
    try await $current.withValue(scope) { try await operation() }
  }

  /// `nil` once the scope has ended.
  private let stores = Lock<[TestEnd]?>([])

  /// Adds a store, unless the scope has ended.
  func add(_ store: TestEnd) -> Bool {
    stores.withLock { stores in
      stores?.append(store)
      return stores != nil
    }
  }

  func end() {
    let open = stores.withLock { stores in
      defer { stores = nil }
      return stores ?? []
    }
    // A task that outlives the test may be driving a store at this moment. It can no longer fail its test, so the store
    // is checked when the process ends.
    for testEnded in open where !testEnded.value() { ProcessEnd.track(testEnded) }
  }
}

/// The checks at the end of the process: stores that no test has ended are checked, and the process fails
/// if an error could not be reported to a test.
enum ProcessEnd {
  private static let stores = StoreScope()
  private static let hasFailed = Flag()
  private static let registration: Void = { _ = atexit { ProcessEnd.check() } }()

  /// Registers the checks with the end of the process.
  static func observe() { registration }

  /// Checks a store when the process ends, unless it has been released.
  static func track(_ store: StoreScope.TestEnd) {
    observe()
    _ = stores.add(store)
  }

  /// Makes the process end as a failure.
  static func fail(because reason: String) {
    observe()
    if hasFailed.raise() { printError(reason) }
  }

  private static func check() {
    Issues.$reporter.withValue(NoTestReporter()) {
      stores.end()
      if TestCaseObserver.isRegistered.load(ordering: .relaxed) {
        TestCaseObserver.shared.takeStores().end()
      }
    }
    guard hasFailed.isRaised else { return }
    // A handler must not call `exit` again (C11, 7.22.4.4). If the run fails here, handlers that were registered
    // earlier don't run, such as the one that writes coverage.
    fflush(nil)
    _exit(EXIT_FAILURE)
  }
}
