#if os(Linux)
  import FocusedTestStore
  import Testing
  import XCTest

  /// A test case that keeps its store in a property.
  class HoldingTestCase: XCTestCase {
    static let clock = TestClock()
    private static let sharedStore = Lock<RuntimeConfined<TestStore<Probe.State, Probe.Action>>?>(
      nil)

    var store: TestStore<Probe.State, Probe.Action>?

    convenience init(
      _ name: String, _ body: @escaping @Sendable (HoldingTestCase) async throws -> Void
    ) {
      self.init(name: name) { test in
        try asyncTest { (test: HoldingTestCase) in { try await body(test) } }(
          XCTUnwrap(test as? HoldingTestCase))()
      }
    }

    /// A store whose `tap` waits for the clock.
    static func makeStore() -> TestStore<Probe.State, Probe.Action> {
      Probe.store(.on, onTap: { _ in try await clock.sleep(for: .seconds(1)) })
    }

    static func shareStore() {
      let store = RuntimeConfined(makeStore())
      sharedStore.withLock { $0 = store }
    }

    static var shared: TestStore<Probe.State, Probe.Action>? { sharedStore.withLock { $0 }?.value }

    /// Keeps a store in the property, and leaves an effect of it in flight.
    func leave() async throws {
      store = Self.makeStore()
      await store?.send(.tap, assert: { $0.taps = 1 }, line: 202)
    }
  }

  /// A test case that creates its store as soon as XCTest creates the test case.
  final class EagerTestCase: HoldingTestCase {
    let made = makeStore()
  }

  /// A test case that finishes its store in `tearDown`.
  final class FinishingTestCase: HoldingTestCase {
    override func tearDown() async throws {
      await Self.clock.advance(by: .seconds(1))
      await store?.finish()
    }
  }

  /// Runs test cases as XCTest does, and prints their failures.
  @MainActor func runAsXCTest(
    setUp: @escaping @Sendable () -> Void = {}, _ testCases: HoldingTestCase...
  ) async {
    let log = FailureLog()
    XCTestObservationCenter.shared.addTestObserver(log)
    let all = XCTestSuite(name: "All")
    let suite = ClassSuite(name: "HoldingTestCase")
    suite.setUpOfClass = setUp
    all.addTest(suite)
    for testCase in testCases { suite.addTest(testCase) }
    // Runs outside of any task, like a process of XCTest. The first store must exist by now, because its creation
    // registers the observer.
    let run = RuntimeConfined(all.run)
    await onMainQueue {
      _ = Probe.store()
      run.value()
    }
    print("\(all.testRun?.totalFailureCount ?? -1) failures")
  }

  /// Expects failures at these lines in the output of the process, and that XCTest counts each of them.
  func expectFailures(
    in result: ExitTest.Result?, at lines: [Int], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let output = String(
      decoding: try #require(result, sourceLocation: sourceLocation).standardOutputContent,
      as: UTF8.self)
    let failures = output.matches(of: /:(\d+): error:/).compactMap { Int($0.output.1) }
    #expect(failures == lines, sourceLocation: sourceLocation)
    #expect(output.hasSuffix("\(lines.count) failures\n"), sourceLocation: sourceLocation)
  }

  /// Expects failures at these lines after their test cases finished, so that the process failed.
  func expectLateFailures(
    in result: ExitTest.Result?, at lines: [Int], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let output = String(
      decoding: try #require(result, sourceLocation: sourceLocation).standardErrorContent,
      as: UTF8.self)
    let failures = output.matches(of: /:(\d+): error:/).compactMap { Int($0.output.1) }
    #expect(failures == lines, sourceLocation: sourceLocation)
    #expect(
      output.contains("no test was running to report this to"), sourceLocation: sourceLocation)
  }

  private func onMainQueue(_ operation: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        operation()
        continuation.resume()
      }
    }
  }

  private final class FailureLog: XCTestObservation {
    func testCase(
      _ testCase: XCTestCase, didFailWithDescription description: String,
      inFile filePath: String?, atLine line: Int
    ) {
      print("\(filePath ?? ""):\(line): error: \(description)")
    }
  }

  private final class ClassSuite: XCTestSuite {
    var setUpOfClass: () -> Void = {}
    override func setUp() { setUpOfClass() }
  }
#endif
