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
    }

    private let state = Lock(State())
    private let isRegistered = Atomic(false)
    private let failures = Atomic(0)
    /// A copy of the era, which each new store reads.
    private let era = Atomic(0)

    /// The current era. The first read outside Swift Testing registers with XCTest.
    static var era: Int {
      if !shared.isRegistered.load(ordering: .relaxed), !TestProcess.isInSwiftTesting {
        shared.register()
      }
      return shared.era.load(ordering: .relaxed)
    }

    /// Ends a store with the running test, or with the class for which it was created.
    func track(_ store: OpenStore, createdIn era: Int) {
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
      return failures.load(ordering: .relaxed)
    }

    /// The name of the running test case, `nil` if none is running. The outer optional is `nil` if that isn't known yet.
    var runningTest: String?? { state.withLock { $0.runningTest } }

    /// Reports an error to the running test case. Returns `false` if none is running.
    func report(_ issue: ReportedIssue) -> Bool {
      register()
      return FailureObserver.report(issue, isTestRunning: runningTest.map { $0 != nil })
    }

    private func note(_ message: String, _ path: String?, _ line: Int?) {
      failures.add(1, ordering: .relaxed)
      let place = path.flatMap { path in line.map { (path, $0) } }
      Listeners.calls?.didRecord(message, isFailure: true, at: place)
    }

    // MARK: - Events

    func testSuiteWillStart(_ testSuite: XCTestSuite) {
      let suite = RuntimeConfined(testSuite)
      advance { state in
        state.suites.append(suite)
        state.runningTest = .some(nil)
        state.lifetimes.suiteWillStart()
      }
    }

    func testCaseWillStart(_ testCase: XCTestCase) {
      let name = testCase.nameForFilter
      advance { state in
        state.runningTest = name
        state.lifetimes.testWillStart()
      }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      let (stores, wasObserved) = advance { state in
        let wasObserved = (state.runningTest ?? nil) != nil
        state.runningTest = .some(nil)
        return (state.lifetimes.testDidFinish(), wasObserved)
      }
      let issues = end(stores)
      let hasFailed =
        testCase.testRun?.hasSucceeded != true || issues.contains { $0.severity == .error }
      for issue in issues { Listeners.calls?.didRecord(issue) }
      Listeners.ofProcess?.didFinish(
        FinishedTestCase(
          name: testCase.nameForFilter, hasFailed: hasFailed, issues: issues,
          wasObserved: wasObserved, seconds: testCase.testRun?.totalDuration))
      if !issues.isEmpty { report(issues, of: testCase) }
    }

    func testSuiteDidFinish(_ testSuite: XCTestSuite) {
      let unassigned = state.withLock { state in
        defer { state.unassignedFailures = [] }
        return state.unassignedFailures
      }
      for failures in unassigned { failures.value.add(to: testSuite) }
      let stores = advance { state in
        _ = state.suites.popLast()
        return state.lifetimes.suiteDidFinish()
      }
      for issue in end(stores) { NoTestReporter().report(issue) }
    }

    private func advance<R: Sendable>(_ event: (inout State) -> R) -> R {
      state.withLock { state in
        defer { era.store(state.lifetimes.era, ordering: .relaxed) }
        return event(&state)
      }
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
      guard !isRegistered.exchange(true, ordering: .relaxed) else { return }
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

  /// Without XCTest, no test case runs.
  final class TestCaseObserver: Sendable {
    static let shared = TestCaseObserver()
    static let era = 0
    let failureCount = 0
    var runningTest: String?? { .some(nil) }

    func track(_ store: OpenStore, createdIn era: Int) { ProcessEnd.track(store) }
    func takeOpenStores() -> [OpenStore] { [] }
    func report(_ issue: ReportedIssue) -> Bool { false }
  }
#endif
