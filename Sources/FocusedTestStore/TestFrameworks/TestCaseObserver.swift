#if canImport(XCTest)
  import Core
  import Foundation
  import Synchronization
  import XCTest

  /// An observer of the test cases that XCTest runs. It reports issues to the running one, and ends the
  /// stores of one that has finished.
  final class TestCaseObserver: NSObject, XCTestObservation, Sendable {
    static let shared = TestCaseObserver()

    private struct State: Sendable {
      var lifetimes = StoreLifetimes()
      /// The running suites whose start was observed, innermost last.
      var suites: [RuntimeConfined<XCTestSuite>] = []
      #if !canImport(Darwin)
        /// Failures of tests in a suite whose start was not observed.
        var unassignedFailures: [RuntimeConfined<LateFailures>] = []
      #endif
      /// Whether a test case is running; `nil` until the first event.
      var isTestRunning: Bool?
      /// The name of the test case that is running, if its start was observed.
      var runningTest: String?
    }

    private let state = Lock(State())
    private let isRegistered = Atomic(false)
    private let failures = Atomic(0)
    /// A copy of the era, which each new store reads.
    private let era = Atomic(0)

    /// The current era. The first read outside of Swift Testing registers with XCTest.
    static var era: Int {
      if !shared.isRegistered.load(ordering: .relaxed), !TestProcess.isInSwiftTesting {
        shared.register()
      }
      return shared.era.load(ordering: .relaxed)
    }

    /// Ends a store with the test that is running, or with the class that it was created for.
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

    /// Whether a test case is running; `nil` if that has not been observed.
    var isTestRunning: Bool? { state.withLock { $0.isTestRunning } }

    /// How many failures test cases have recorded since the observer was registered.
    var failureCount: Int {
      if !TestProcess.isInSwiftTesting { register() }
      return failures.load(ordering: .relaxed)
    }

    /// The name of the test case that is running, or `nil` in it if none is; `nil` if that has not been
    /// observed.
    var runningTest: String?? {
      state.withLock { state in state.isTestRunning.map { $0 ? state.runningTest : nil } }
    }

    /// Reports an error to the test case that is running. Returns `false` if none is.
    func report(_ issue: ReportedIssue) -> Bool {
      register()
      #if canImport(Darwin)
        // A failure off the main thread is recorded later, so its recording cannot be awaited.
        guard isTestRunning ?? DependencyContext.isXCTestProcess else { return false }
        XCTFail(issue.message, file: issue.callSite.filePath, line: issue.callSite.line)
        return true
      #else
        // XCTest silently drops a failure when no test case is running.
        let record = FailureRecord()
        FailureRecord.$current.withValue(record) {
          XCTFail(issue.message, file: issue.callSite.filePath, line: issue.callSite.line)
        }
        return record.isRecorded.load(ordering: .relaxed)
      #endif
    }

    #if canImport(Darwin)
      func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
        failures.add(1, ordering: .relaxed)
        let place = issue.sourceCodeContext.location
        trace(issue.compactDescription, place?.fileURL.path, place?.lineNumber)
      }
    #else
      /// The confirmation that a failure has been recorded for a test case.
      private final class FailureRecord: Sendable {
        @TaskLocal static var current: FailureRecord?
        let isRecorded = Atomic(false)
      }

      func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String,
        inFile filePath: String?, atLine lineNumber: Int
      ) {
        failures.add(1, ordering: .relaxed)
        trace(description, filePath, lineNumber)
        FailureRecord.current?.isRecorded.store(true, ordering: .relaxed)
      }
    #endif

    private func trace(_ message: String, _ path: String?, _ line: Int?) {
      let place = path.flatMap { path in line.map { (path, $0) } }
      TraceWriter.current?.reported(message, .failure, place)
    }

    // MARK: - Events

    func testSuiteWillStart(_ testSuite: XCTestSuite) {
      let suite = RuntimeConfined(testSuite)
      advance { state in
        state.suites.append(suite)
        state.isTestRunning = false
        state.lifetimes.suiteWillStart()
      }
    }

    func testCaseWillStart(_ testCase: XCTestCase) {
      let name = testCase.nameForFilter
      advance { state in
        state.isTestRunning = true
        state.runningTest = name
        state.lifetimes.testWillStart()
      }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      let (stores, wasObserved) = advance { state in
        let wasObserved = state.runningTest != nil
        state.isTestRunning = false
        state.runningTest = nil
        return (state.lifetimes.testDidFinish(), wasObserved)
      }
      let issues = end(stores)
      let hasFailed =
        testCase.testRun?.hasSucceeded != true || issues.contains { $0.severity == .error }
      for issue in issues { TraceWriter.current?.reported(issue) }
      TestPages.finish(testCase.nameForFilter, hasFailed: hasFailed, issues)
      if !wasObserved { UnnamedTest.isNamed(testCase.nameForFilter) }
      if let mutants = MutantRun.ofProcess {
        let name = testCase.nameForFilter
        if !wasObserved { mutants.log(.wasFirst, of: name) }
        mutants.log(
          hasFailed ? .failed : .passed, of: name, seconds: testCase.testRun?.totalDuration)
      }
      if !issues.isEmpty { report(issues, of: testCase) }
    }

    func testSuiteDidFinish(_ testSuite: XCTestSuite) {
      #if !canImport(Darwin)
        let failures = state.withLock { state in
          defer { state.unassignedFailures = [] }
          return state.unassignedFailures
        }
        for run in failures { run.value.add(to: testSuite) }
      #endif
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

    /// Ends stores, and returns what they report.
    private func end(_ stores: [OpenStore]) -> [ReportedIssue] {
      stores.isEmpty ? [] : withCapturedIssues { for store in stores { store.end() } }
    }

    #if canImport(Darwin)
      /// Reports to the run of the suite, because that of the test case is over and takes no more issues.
      private func report(_ issues: [ReportedIssue], of testCase: XCTestCase) {
        let suite = state.withLock { $0.suites.last }
        for issue in issues {
          guard issue.severity == .error, let run = suite?.value.testRun else {
            NoTestReporter().report(issue)
            continue
          }
          let location = XCTSourceCodeLocation(filePath: issue.filePath, lineNumber: issue.line)
          run.record(
            XCTIssue(
              type: .assertionFailure, compactDescription: "\(testCase.name) : \(issue.message)",
              sourceCodeContext: XCTSourceCodeContext(location: location)))
        }
      }
    #else
      /// Adds a failed run to the suite, because the run of the test case is over and takes no more
      /// failures, and that of a suite takes none.
      private func report(_ issues: [ReportedIssue], of testCase: XCTestCase) {
        var failures = 0
        for issue in issues {
          guard issue.severity == .error else {
            NoTestReporter().report(issue)
            continue
          }
          failures += 1
          print("\(issue.filePath):\(issue.line): error: \(testCase.name) : \(issue.message)")
        }
        guard failures > 0 else { return }
        let run = LateFailures(of: testCase, count: failures)
        if let suite = state.withLock({ $0.suites.last }) {
          run.add(to: suite.value)
        } else {
          let run = RuntimeConfined(run)
          state.withLock { $0.unassignedFailures.append(run) }
        }
      }
    #endif

    // MARK: - Registering

    /// Registers with XCTest, once, on the main thread, where XCTest iterates over its observers. On Linux the
    /// main queue may be served by another thread, once the main one has been left to it.
    ///
    /// An asynchronous test leaves the main thread free, so the wait is short, unless the machine is busy. It has
    /// a limit because a synchronous test may block the main thread until another thread has done something.
    /// The observer is then registered as soon as the main thread is free.
    private func register() {
      guard !isRegistered.exchange(true, ordering: .relaxed) else { return }
      if Thread.isMainThread || MainQueue.isCurrent {
        XCTestObservationCenter.shared.addTestObserver(self)
      } else {
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue.main.async {
          XCTestObservationCenter.shared.addTestObserver(self)
          isDone.signal()
        }
        _ = isDone.wait(timeout: .now() + .seconds(5))
      }
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

  #if !canImport(Darwin)
    /// Failures that were found after the run of their test case.
    private final class LateFailures: XCTestRun {
      private let count: Int

      init(of testCase: XCTestCase, count: Int) {
        self.count = count
        super.init(test: testCase)
      }

      required init(test: XCTest) { preconditionFailure("Late failures have a count (had none)") }

      override var failureCount: Int { count }

      func add(to suite: XCTestSuite) {
        (suite.testRun as? XCTestSuiteRun)?.addTestRun(self)
      }
    }
  #endif
#endif
