#if canImport(XCTest)
  import Core
  import Foundation
  import Synchronization
  import XCTest

  /// An observer of the test cases that XCTest runs. It reports issues to the running test case, and ends the stores of
  /// a test case that has finished.
  final class TestCaseObserver: NSObject, XCTestObservation, Sendable {
    static let shared = TestCaseObserver()

    private struct State: Sendable {
      var lifetimes = StoreLifetimes()
      /// The running suites whose start was observed, innermost last.
      var suites: [RuntimeConfined<XCTestSuite>] = []
      /// Failures of tests in a suite whose start was not observed.
      var unassignedFailures: [RuntimeConfined<LateFailures>] = []
      /// The name of the running test case. The inner optional is `nil` if none is running. The outer optional is `nil`
      /// until the first event.
      var runningTest: String??
      /// The number of failures that test cases have recorded since the observer was registered.
      var failureCount = 0
    }

    private let state = Lock(State())
    /// Whether the observer is registered with XCTest, or is about to be.
    static let isRegistered = Atomic(false)

    /// The current era. The first read registers with XCTest.
    static var era: Int {
      shared.register()
      return shared.state.withLock { $0.lifetimes.era }
    }

    /// Ends a store with the running test, or with the class for which it was created.
    func track(_ store: OpenStore, createdIn era: Int?) {
      register()
      ProcessEnd.observe()
      state.withLock { $0.lifetimes.track(store, createdIn: era) }
    }

    /// The stores that no test has ended.
    func takeOpenStores() -> [OpenStore] {
      state.withLock { $0.lifetimes.processEnds() }
    }

    // MARK: - Reporting

    /// The number of failures that test cases have recorded since the observer was registered.
    var failureCount: Int {
      if !TestProcess.isInSwiftTesting { register() }
      return state.withLock { $0.failureCount }
    }

    /// The name of the running test case, `nil` if none is running. The outer optional is `nil` if that isn't known yet.
    var runningTest: String?? { state.withLock { $0.runningTest } }

    /// Reports an error to the running test case. Returns `false` if none is running.
    func report(_ issue: ReportedIssue) -> Bool {
      register()
      return FailureObserver.report(issue, isTestRunning: runningTest.map { $0 != nil })
    }

    private func note(_ message: String, _ path: String?, _ line: Int?) {
      state.withLock { $0.failureCount += 1 }
      let place = path.flatMap { path in line.map { (path, $0) } }
      Listeners.calls?.on(.issue(message, isFailure: true, at: place))
    }

    // MARK: - Events

    func testSuiteWillStart(_ testSuite: XCTestSuite) {
      let suite = RuntimeConfined(testSuite)
      state.withLock { state in
        state.suites.append(suite)
        state.runningTest = .some(nil)
        state.lifetimes.suiteWillStart()
      }
    }

    func testCaseWillStart(_ testCase: XCTestCase) {
      let name = testCase.nameForFilter
      state.withLock { state in
        state.runningTest = name
        state.lifetimes.testWillStart()
      }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      let stores = state.withLock { state in
        state.runningTest = .some(nil)
        return state.lifetimes.testDidFinish()
      }
      let issues = end(stores)
      let hasFailed =
        testCase.testRun?.hasSucceeded != true || issues.contains { $0.severity == .error }
      for issue in issues { Listeners.calls?.on(.issue(issue)) }
      Listeners.ofProcess?.didFinish(
        FinishedTestCase(name: testCase.nameForFilter, hasFailed: hasFailed))
      if !issues.isEmpty { report(issues, of: testCase) }
    }

    func testSuiteDidFinish(_ testSuite: XCTestSuite) {
      let unassigned = state.withLock { state in
        defer { state.unassignedFailures = [] }
        return state.unassignedFailures
      }
      for failures in unassigned { failures.value.add(to: testSuite) }
      let stores = state.withLock { state in
        _ = state.suites.popLast()
        return state.lifetimes.suiteDidFinish()
      }
      for issue in end(stores) { NoTestReporter().report(issue) }
    }

    /// Ends stores, and returns their issues.
    private func end(_ stores: [OpenStore]) -> [ReportedIssue] {
      stores.isEmpty ? [] : withCapturedIssues { for store in stores { store.end() } }
    }

    private func report(_ issues: [ReportedIssue], of testCase: XCTestCase) {
      guard let failures = LateFailures(issues, of: testCase) else { return }
      if let suite = state.withLock({ $0.suites.last }) {
        failures.add(to: suite.value)
      } else {
        let failures = RuntimeConfined(failures)
        state.withLock { $0.unassignedFailures.append(failures) }
      }
    }

    // MARK: - Registering

    /// Registers with XCTest, once, on the main thread, because XCTest iterates over its observers there. On Linux,
    /// another thread may serve the main queue after the main thread has been handed over to it.
    ///
    /// An asynchronous test leaves the main thread free, so the wait is short, unless the machine is busy. It has
    /// a limit because a synchronous test may block the main thread until another thread has done something.
    /// The observer is then registered as soon as the main thread is free.
    private func register() {
      guard !Self.isRegistered.exchange(true, ordering: .relaxed) else { return }
      if Thread.isMainThread || MainQueue.isCurrent {
        self.addObservers()
      } else {
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue.main.async {
          self.addObservers()
          isDone.signal()
        }
        _ = isDone.wait(timeout: .now() + .seconds(5))
      }
    }

    private func addObservers() {
      XCTestObservationCenter.shared.addTestObserver(self)
      XCTestObservationCenter.shared.addTestObserver(
        FailureObserver { [self] in note($0, $1, $2) })
    }
  }

  extension XCTestCase {
    /// The name under which `swift test --filter` finds the test: `AppTests.ProfileTests/testSaving`.
    fileprivate var nameForFilter: String {
      // `ProfileTests.testSaving`, or `-[AppTests.ProfileTests testSaving]`.
      let method = name.split { " .]".contains($0) }.last ?? ""
      return "\(String(reflecting: type(of: self)))/\(method)"
    }
  }
#else
  import Core
  import Synchronization

  /// Without XCTest, no test case runs.
  final class TestCaseObserver: Sendable {
    static let shared = TestCaseObserver()
    static let isRegistered = Atomic(false)
    static let era = 0
    let failureCount = 0
    var runningTest: String?? { .some(nil) }

    func track(_ store: OpenStore, createdIn era: Int?) { ProcessEnd.track(store) }
    func takeOpenStores() -> [OpenStore] { [] }
    func report(_ issue: ReportedIssue) -> Bool { false }
  }
#endif

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

  mutating func track(_ store: OpenStore, createdIn birth: Int?) {
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
