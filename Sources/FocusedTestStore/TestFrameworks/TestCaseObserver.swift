import Core
import Foundation
import Synchronization
import XCTest

/// An observer of the test cases that XCTest runs. It reports issues to the running test case, and ends the stores that a
/// test case has used when it has finished.
final class TestCaseObserver: NSObject, XCTestObservation, Sendable {
  static let shared = TestCaseObserver()

  private struct State: Sendable {
    /// The stores that end with the running test case, or with the next one.
    var stores = StoreScope()
    /// The name of the running test case. The inner optional is `nil` if none is running. The outer optional is `nil`
    /// until the first event.
    var runningTest: String??
    /// The number of failures that test cases have recorded since the observer was registered.
    var failureCount = 0

    mutating func takeStores() -> StoreScope {
      defer { stores = StoreScope() }
      return stores
    }
  }

  private let state = Lock(State())
  /// Whether the observer is registered with XCTest, or is about to be.
  static let isRegistered = Atomic(false)

  /// Ends a store with the running test case.
  func track(_ store: StoreScope.TestEnd) {
    register()
    ProcessEnd.observe()
    // A scope is replaced before it ends.
    while !state.withLock({ $0.stores }).add(store) {}
  }

  /// Takes the stores that no test case has ended.
  func takeStores() -> StoreScope { state.withLock { $0.takeStores() } }

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
    state.withLock { $0.runningTest = .some(nil) }
  }

  func testCaseWillStart(_ testCase: XCTestCase) {
    let name = testCase.nameForFilter
    state.withLock { $0.runningTest = name }
  }

  /// Ends the test case's stores. It can no longer record their issues, so they make the process end as a failure.
  func testCaseDidFinish(_ testCase: XCTestCase) {
    let stores = state.withLock { state in
      state.runningTest = .some(nil)
      return state.takeStores()
    }
    let issues = withCapturedIssues { stores.end() }
    let hasFailed =
      testCase.testRun?.hasSucceeded != true || issues.contains { $0.severity == .error }
    for issue in issues { Listeners.calls?.on(.issue(issue)) }
    Listeners.ofProcess?.didFinish(testCase: testCase.nameForFilter, hasFailed: hasFailed)
    for issue in issues { NoTestReporter().report(issue) }
  }

  // MARK: - Registering

  /// Registers with XCTest, once, on the main thread, because XCTest iterates over its observers there. On Linux,
  /// another thread may serve the main queue after the main thread has been handed over to it.
  ///
  /// An asynchronous test leaves the main thread free, so the wait is short, unless the machine is busy. It has
  /// a limit because a synchronous test may block the main thread until another thread has done something.
  /// The observer is then registered as soon as the main thread is free.
  func register() {
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
