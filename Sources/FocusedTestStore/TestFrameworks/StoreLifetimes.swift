/// Which stores end when, as told by the events of XCTest.
///
/// XCTest tells code in the middle of a run neither which test is running nor whether one is. So an era
/// lies between two events, and what an era is comes out with the event that ends it. A store ends with
/// the test that uses it, unless it was created in the era between the start of a suite and that of its
/// first test: in the `setUp` of a class, for all tests of the class.
struct StoreLifetimes: Sendable {
  private(set) var era = 0
  /// The stores tracked in this era.
  private var current = OpenStores()
  /// The suites that are running, innermost last: the era in which each began, and what ends with it.
  private var suites: [(era: Int, stores: OpenStores)] = []
  /// The stores used outside of any suite, which nothing but the process ends.
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
    // The first store of a process may be created in the `setUp` of a class, whose start was not seen.
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

  /// Returns the stores that nothing has ended.
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

  /// Begins a new era. Returns the stores of the old one.
  private mutating func takeCurrent() -> OpenStores {
    era += 1
    defer { current = OpenStores() }
    return current
  }
}
