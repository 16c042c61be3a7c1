import Core
import Synchronization

/// A store that is checked when its test ends, even if something retains the store for longer.
protocol EndsWithTest: AnyObject {
  /// The entry of the store in a list of open stores, if it has an entry.
  var entry: OpenStore? { get set }

  /// Checks for unasserted actions and effects in flight. Returns `false` if another thread is
  /// using the store.
  func testEnded() -> Bool
}

/// The entry of a store in a list. It doesn't retain the store.
final class OpenStore: Sendable {
  private struct Reference {
    weak var store: (any EndsWithTest)?
  }

  private let reference: RuntimeConfined<Reference>
  // If a list read the weak reference under its lock, it could release the store there, with all states of the app.
  private let hasStore = Atomic(true)

  private init(_ store: any EndsWithTest) {
    reference = RuntimeConfined(Reference(store: store))
  }

  var isGone: Bool { !hasStore.load(ordering: .relaxed) }

  /// Records that the store was released.
  func storeIsGone() {
    hasStore.store(false, ordering: .relaxed)
  }

  /// Ends the store's test, and reports to the current reporter.
  func end() {
    guard let store = reference.value.store else { return }
    store.entry = nil
    // A task that outlives the test is driving the store at this moment. It can no longer fail its
    // test, so the store is checked when the process ends.
    if !store.testEnded() { ProcessEnd.track(self) }
  }

  /// Adds a store that needs a check to the list that ends with the running test.
  ///
  /// - Parameter era: The era in which the store was created, which determines when the store ends.
  static func track(_ store: any EndsWithTest, createdIn era: Int) {
    let open = OpenStore(store)
    store.entry = open
    if let scope = StoreScope.current, scope.add(open) { return }
    if TestProcess.isInSwiftTesting {
      TestProcess.noteSwiftTesting()
      return ProcessEnd.track(open)
    }
    TestCaseObserver.shared.track(open, createdIn: era)
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
    try await Listeners.run {
      let scope = StoreScope()
      defer { scope.end() }
      try await $current.withValue(scope) { try await operation() }
    }
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

/// The tests and suites with which stores end, derived from the events of XCTest.
///
/// XCTest reports neither the running test nor whether there is one. So the time between two events is an era, and the
/// event at its end determines its kind. A store ends with the test that uses it, unless it was created in the era
/// between the start of a suite and that of its first test: in the `setUp` of a class, for all tests of the class.
struct StoreLifetimes: Sendable {
  private(set) var era = 0
  /// The stores tracked in this era.
  private var current = OpenStores()
  /// The process and the running suites, innermost last: the era in which each began, and the stores that end with it.
  private var suites = [(era: -1, stores: OpenStores())]

  mutating func track(_ store: OpenStore, createdIn birth: Int) {
    if birth != era, let suite = suites.lastIndex(where: { $0.era == birth }) {
      suites[suite].stores.add(store)
    } else {
      current.add(store)
    }
  }

  mutating func suiteWillStart() {
    keepBeyondTests()
    suites.append((era, OpenStores()))
  }

  mutating func testWillStart() {
    // The first store of a process may be created in the `setUp` of a class, after the class has started.
    if suites.count == 1 { suites.append((era, OpenStores())) }
    keepBeyondTests()
  }

  /// Returns the stores that end with the test.
  mutating func testDidFinish() -> [OpenStore] {
    takeCurrent().all
  }

  /// Returns the stores that end with the suite.
  mutating func suiteDidFinish() -> [OpenStore] {
    var ended = suites.count > 1 ? suites.removeLast().stores : OpenStores()
    ended.add(takeCurrent())
    return ended.all
  }

  /// Returns the stores that no test or suite has ended.
  mutating func processEnds() -> [OpenStore] {
    defer { suites = [(era: -1, stores: OpenStores())] }
    return suites.flatMap(\.stores.all) + takeCurrent().all
  }

  private mutating func keepBeyondTests() {
    let stores = takeCurrent()
    suites[suites.count - 1].stores.add(stores)
  }

  /// Begins a new era, and returns the stores of the previous one.
  private mutating func takeCurrent() -> OpenStores {
    era += 1
    defer { current = OpenStores() }
    return current
  }
}
