import Core
import Foundation
import Synchronization

/// The entry of a store in a list of those that are checked when their test ends, even if something retains them for
/// longer. It doesn't retain the store.
final class OpenStore: Sendable {
  private let testEnded: RuntimeConfined<() -> Bool>
  // If a list read the weak reference under its lock, it could release the store there, with all states of the app.
  private let hasStore = Atomic(true)

  /// - Parameter testEnded: Checks the store, unless it was released. Returns `false`, and does nothing, if another thread
  ///   is using the store.
  init(_ testEnded: @escaping () -> Bool) {
    self.testEnded = RuntimeConfined(testEnded)
  }

  var isGone: Bool { !hasStore.load(ordering: .relaxed) }

  /// Records that the store was released.
  func storeIsGone() {
    hasStore.store(false, ordering: .relaxed)
  }

  /// Ends the store's test, and reports to the current reporter.
  func end() {
    // A task that outlives the test may be driving the store at this moment. It can no longer fail its
    // test, so the store is checked when the process ends.
    if !testEnded.value() { ProcessEnd.track(self) }
  }

  /// Adds the store to the list that ends with the running test.
  ///
  /// - Parameter era: The era of XCTest in which the store was created, which determines when the store ends. `nil` if it
  ///   was created in Swift Testing.
  func track(createdIn era: Int?) {
    if let scope = StoreScope.current, scope.add(self) { return }
    if TestProcess.isInSwiftTesting {
      TestProcess.noteSwiftTesting()
      return ProcessEnd.track(self)
    }
    TestCaseObserver.shared.track(self, createdIn: era)
  }
}

/// A list of stores that drops those that have been released.
struct OpenStores: Sendable {
  private(set) var all: [OpenStore] = []
  private var limit = 64

  mutating func add(_ store: OpenStore) {
    if all.count >= limit {
      all.removeAll(where: \.isGone)
      limit = max(64, 2 * all.count)
    }
    all.append(store)
  }

  mutating func add(_ stores: OpenStores) {
    for store in stores.all { add(store) }
  }
}

/// The stores that are used while an operation runs, and end with it.
package final class StoreScope: Sendable {
  @TaskLocal static var current: StoreScope?

  /// Runs an operation. The stores that it uses end with it.
  package static func run(_ operation: () async throws -> Void) async throws {
    let scope = StoreScope()
    defer { scope.end() }
    try await $current.withValue(scope) { try await operation() }
  }

  /// `nil` once the scope has ended.
  private let stores = Lock<OpenStores?>(OpenStores())

  /// Adds a store, unless the scope has ended.
  func add(_ store: OpenStore) -> Bool {
    stores.withLock { stores in
      stores?.add(store)
      return stores != nil
    }
  }

  func end() {
    let open = stores.withLock { stores in
      defer { stores = nil }
      return stores?.all ?? []
    }
    for store in open { store.end() }
  }
}

/// The checks at the end of the process: stores that no test has ended are checked, and the process fails
/// if an error could not be reported to a test.
enum ProcessEnd {
  private struct State: Sendable {
    var stores = OpenStores()
    var hasFailed = false
  }

  private static let state = Lock(State())
  private static let registration: Void = { _ = atexit { ProcessEnd.checkStores() } }()

  /// Registers the checks with the end of the process.
  static func observe() { registration }

  /// Checks a store when the process ends, unless it has been released.
  static func track(_ store: OpenStore) {
    observe()
    state.withLock { $0.stores.add(store) }
  }

  /// Makes the process end as a failure.
  static func fail(because reason: String) {
    observe()
    let isFirst = state.withLock { state in
      defer { state.hasFailed = true }
      return !state.hasFailed
    }
    if isFirst { printError(reason) }
  }

  private static func checkStores() {
    var stores = state.withLock { state in
      defer { state.stores = OpenStores() }
      return state.stores.all
    }
    if TestCaseObserver.isRegistered.load(ordering: .relaxed) {
      stores += TestCaseObserver.shared.takeOpenStores()
    }
    Issues.$reporter.withValue(NoTestReporter()) {
      for store in stores { store.end() }
    }
    guard state.withLock({ $0.hasFailed }) else { return }
    // A handler must not call `exit` again (C11, 7.22.4.4). If the run fails here, handlers that were registered
    // earlier don't run, such as the one that writes coverage.
    fflush(nil)
    _exit(EXIT_FAILURE)
  }
}
