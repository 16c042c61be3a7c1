import Core
import Foundation
import Synchronization

#if canImport(Testing)
  import Testing
#endif

// This folder declares all per-process values: the parent process, the run, the observer of XCTest,
// the stores that end with a test, and the settings from the environment. Nothing here lets one
// test change what another one observes. Other globals are caches of constant values: the text of a
// source file, the names of a type.

/// The process that tests run in: which framework runs them, and whether one is running.
package enum TestProcess {
  /// Whether tests are to be listed. Test cases are created for that, with the stores that they have as
  /// properties.
  package static let isListing = ProcessInfo.processInfo.arguments.contains {
    $0 == "--dump-tests-json" || $0 == "--list-tests"
  }

  /// Whether a test of Swift Testing is running, and the task has not lost it.
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

  /// Whether a test case of XCTest is running; `nil` if that has not been observed. Both frameworks can run
  /// in one process, one after the other.
  static var isInXCTest: Bool? {
    #if canImport(XCTest)
      TestCaseObserver.shared.isTestRunning
    #else
      false
    #endif
  }

  /// How many failures test cases of XCTest have recorded, which nothing can take back.
  package static var failureCountOfXCTest: Int {
    #if canImport(XCTest)
      TestCaseObserver.shared.failureCount
    #else
      0
    #endif
  }

  /// Whether Swift Testing runs tests in the process, as far as is known by now.
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

  /// Whether a test that no framework reports is most likely an XCTest.
  static let isOfXCTest = !isOfSwiftTesting && DependencyContext.isXCTestProcess && !isListing
}
