import Core
import Foundation
import Synchronization
import Testing

// This folder contains each value that a process has once: its settings from the environment, the observer of
// XCTest, and the stores that end with a test. No value here lets a test change the results of another one. Global
// values in other folders are caches of constants: the text of a source file, the names of a type.

/// The process that tests run in: which framework runs them, and whether one is running.
package enum TestProcess {
  /// Whether the process only lists tests. To list them, XCTest creates the test cases, with the stores in their
  /// properties.
  package static let isListing = ProcessInfo.processInfo.arguments.contains {
    $0 == "--dump-tests-json" || $0 == "--list-tests"
  }

  /// Whether the task belongs to a running test of Swift Testing.
  package static var isInSwiftTesting: Bool { Test.current != nil }

  /// Whether that test runs with several arguments.
  package static var isInParameterizedTest: Bool { Test.Case.current?.isParameterized ?? false }

  /// The name of the running test case of XCTest: `AppTests.ProfileTests/testSaving`, or `nil` if none is running. The
  /// outer optional is `nil` if that isn't known yet.
  package static var nameOfXCTest: String?? { TestCaseObserver.shared.runningTest }

  /// Whether a test case of XCTest is running. `nil` if that isn't known yet. Both frameworks can run in one process,
  /// one after the other.
  static var isInXCTest: Bool? { nameOfXCTest.map { $0 != nil } }

  /// The number of failures that XCTest test cases have recorded. Such failures can't be undone.
  package static var failureCountOfXCTest: Int { TestCaseObserver.shared.failureCount }

  /// Whether Swift Testing is known to run tests in the process.
  static var hasSwiftTesting: Bool {
    isOfSwiftTesting || hasSeenSwiftTesting.load(ordering: .relaxed)
  }

  /// Registers with XCTest, which reports from then on which test case is running.
  package static func observe() { _ = TestCaseObserver.era }

  /// Records that a test of Swift Testing runs. If Xcode runs the tests, this is the only sign of the framework.
  static func noteSwiftTesting() { hasSeenSwiftTesting.store(true, ordering: .relaxed) }

  private static let hasSeenSwiftTesting = Atomic(false)

  /// Whether the process was started for Swift Testing.
  private static let isOfSwiftTesting: Bool = {
    let arguments = ProcessInfo.processInfo.arguments
    guard let index = arguments.firstIndex(of: "--testing-library") else {
      return arguments.contains("--testing-library=swift-testing")
    }
    return arguments.dropFirst(index + 1).first == "swift-testing"
  }()

  /// Whether a test that no framework reports most likely belongs to XCTest.
  package static let isOfXCTest =
    !isOfSwiftTesting && DependencyContext.isXCTestProcess && !isListing
}

/// The checks at the end of the process: stores that no test has ended are checked, and the process fails
/// if an error could not be reported to a test.
package enum ProcessEnd {
  private struct State: Sendable {
    var stores = OpenStores()
    var hasFailed = false
  }

  private static let state = Lock(State())
  private static let registration: Void = { _ = atexit { ProcessEnd.checkStores() } }()

  /// Registers the checks with the end of the process.
  package static func observe() { registration }

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
    stores += TestCaseObserver.shared.takeOpenStores()
    Issues.$reporter.withValue(NoTestReporter()) {
      for store in stores { store.end() }
    }
    Listeners.ofProcess?.processEnds()
    guard state.withLock({ $0.hasFailed }) else { return }
    // A handler must not call `exit` again (C11, 7.22.4.4). If the run fails here, handlers that were registered
    // earlier don't run, such as the one that writes coverage.
    fflush(nil)
    _exit(EXIT_FAILURE)
  }
}
