import Core
import Foundation
import Synchronization

#if canImport(Testing)
  import Testing
#endif

// This folder contains each value that a process has once: its settings from the environment, the run that it belongs to,
// the observer of XCTest, and the stores that end with a test. No value here lets a test change the results of another
// one. Global values in other folders are caches of constants: the text of a source file, the names of a type.

/// The process that tests run in: which framework runs them, and whether one is running.
package enum TestProcess {
  /// Whether tests are to be listed. Test cases are created for that, with the stores that they have as
  /// properties.
  package static let isListing = ProcessInfo.processInfo.arguments.contains {
    $0 == "--dump-tests-json" || $0 == "--list-tests"
  }

  /// Whether the task belongs to a running test of Swift Testing.
  package static var isInSwiftTesting: Bool {
    #if canImport(Testing)
      Test.current != nil
    #else
      false
    #endif
  }

  /// Whether that test runs with several arguments.
  package static var isInParameterizedTest: Bool {
    #if canImport(Testing)
      Test.Case.current?.isParameterized ?? false
    #else
      false
    #endif
  }

  /// Whether a test case of XCTest is running. `nil` if that has not been observed. Both frameworks can run
  /// in one process, one after the other.
  static var isInXCTest: Bool? {
    #if canImport(XCTest)
      TestCaseObserver.shared.isTestRunning
    #else
      false
    #endif
  }

  /// The number of failures that XCTest test cases have recorded. Such failures can't be taken
  /// back.
  package static var failureCountOfXCTest: Int {
    #if canImport(XCTest)
      TestCaseObserver.shared.failureCount
    #else
      0
    #endif
  }

  /// Whether Swift Testing is known to run tests in the process.
  static var hasSwiftTesting: Bool {
    isOfSwiftTesting || hasSeenSwiftTesting.load(ordering: .relaxed)
  }

  /// Registers with XCTest, which reports from then on which test case is running.
  package static func observe() { _ = OpenStore.era() }

  /// Notes a test of Swift Testing. If Xcode runs the tests, this is the only sign of the framework.
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

  /// Whether a test that no framework reports is most likely one of XCTest.
  static let isOfXCTest = !isOfSwiftTesting && DependencyContext.isXCTestProcess && !isListing
}
