/// The tests and suites with which stores end, derived from the events of XCTest.
///
/// XCTest doesn't report which test is running, or whether one is. So the time between two events
/// is an era, and the event that ends an era determines its kind. A store ends with the test that
/// uses it, unless it was created in the era between the start of a suite and that of its first
/// test: in the `setUp` of a class, for all tests of the class.
struct StoreLifetimes: Sendable {
  private(set) var era = 0
  /// The stores tracked in this era.
  private var current = OpenStores()
  /// The running suites, innermost last: the era in which each began, and the stores that end with it.
  private var suites: [(era: Int, stores: OpenStores)] = []
  /// The stores used outside of any suite, which end with the process.
  private var outside = OpenStores()

  mutating func track(_ store: OpenStore, createdIn birth: Int) {
    if birth != era, let suite = suites.lastIndex(where: { $0.era == birth }) {
      suites[suite].stores.add(store)
    } else {
      current.add(store)
    }
  }

  mutating func suiteWillStart() {
    keepBeyondTests(takeCurrent())
    suites.append((era, OpenStores()))
  }

  mutating func testWillStart() {
    // The first store of a process may be created in the `setUp` of a class, after the class has started.
    if suites.isEmpty { suites.append((era, OpenStores())) }
    keepBeyondTests(takeCurrent())
  }

  /// Returns the stores that end with the test.
  mutating func testDidFinish() -> [OpenStore] {
    takeCurrent().all
  }

  /// Returns the stores that end with the suite.
  mutating func suiteDidFinish() -> [OpenStore] {
    var ended = suites.popLast()?.stores ?? OpenStores()
    ended.add(takeCurrent())
    return ended.all
  }

  /// Returns the stores that no test or suite has ended.
  mutating func processEnds() -> [OpenStore] {
    let ended = outside.all + suites.flatMap(\.stores.all) + takeCurrent().all
    (suites, outside) = ([], OpenStores())
    return ended
  }

  private mutating func keepBeyondTests(_ stores: OpenStores) {
    if suites.isEmpty {
      outside.add(stores)
    } else {
      suites[suites.count - 1].stores.add(stores)
    }
  }

  /// Begins a new era, and returns the stores of the previous one.
  private mutating func takeCurrent() -> OpenStores {
    era += 1
    defer { current = OpenStores() }
    return current
  }
}
