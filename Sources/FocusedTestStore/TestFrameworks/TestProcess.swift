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
  package static func observe() {
    if !isInSwiftTesting { TestCaseObserver.shared.register() }
  }

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
}

/// A variable of the environment that a test process reads. `focus` sets them for the processes that it starts.
///
/// An empty variable counts as not set.
package enum EnvironmentVariable: String, CaseIterable, Sendable {
  /// The directory that the ledger is written to.
  case ledger = "FOCUSED_LEDGER"
  /// The order in which effects run: `shuffle`, `shuffle:SEED`, or the replay string of a failure.
  case schedule = "FOCUSED_SCHEDULE"
  /// The directory for the running action sequence of an exploration. The default is the temporary directory.
  case scripts = "FOCUSED_SCRIPTS"
  /// The file with the mutants to try. For `focus mutate`.
  case mutants = "FOCUSED_MUTANTS"
  /// The file that a trace is written to. For `focus split`.
  case trace = "FOCUSED_TRACE"
  /// The longest wait, in seconds. For `focus split`: most of its trials wait until a timeout.
  case patience = "FOCUSED_PATIENCE"
  /// `none` makes tasks that effects start with `Task {}` external, as on a system without the runtime's hooks. For tests
  /// of this package.
  case ownership = "FOCUSED_OWNERSHIP"

  /// The value with which this process was started.
  package var value: String? {
    ProcessInfo.processInfo.environment[rawValue].flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// A product of this package that a test target can link, and that some variables of the environment need.
package final class AddOn: Sendable {
  /// Records evidence.
  package static let evidence = AddOn(
    "FocusedEvidence", className: "FocusedEvidence.Evidence", neededBy: [.ledger, .mutants, .trace])
  /// Reads the schedule for a whole process.
  package static let exploration = AddOn(
    "FocusedExploration", className: "FocusedExploration.ProcessSchedule", neededBy: [.schedule])

  private let product: String
  package let className: String
  /// The variable that needs the product. While tests are listed, none does, because stores in properties of test cases then
  /// belong to no test.
  package let request: EnvironmentVariable?
  private let isChecked = Flag()

  private init(_ product: String, className: String, neededBy variables: [EnvironmentVariable]) {
    self.product = product
    self.className = className
    request = TestProcess.isListing ? nil : variables.first { $0.value != nil }
  }

  /// The class with that name. `nil` if the test target doesn't link the product. It may not be found while the process loads.
  package var linkedClass: AnyClass? { NSClassFromString(className) }

  /// Reports, once per process, that the environment needs the product, but the test target doesn't link it.
  func reportAbsence(at callSite: CallSite) {
    guard let request, isChecked.raise(), linkedClass == nil else { return }
    Issues.report(FailureMessages.notLinked(product, neededBy: request.rawValue), at: callSite)
  }
}

/// The listeners of this process.
package enum Listeners {
  package static let ofProcess = AddOn.evidence.linkedClass as? any ProcessListener.Type

  package static var calls: (any CallListener)? { ofProcess?.calls }
}

/// The copies of `Core` in the process: an app that hosts its tests may contain one, and the test bundle another one.
enum CoreCopies {
  private static let isReported = Flag()

  /// Whether there is another copy of the module that declares a class.
  ///
  /// - Parameter find: Finds a class by its name. If there are several, it returns the one that was loaded first.
  static func hasOther(
    than own: AnyClass, find: (String) -> AnyClass? = NSClassFromString
  ) -> Bool {
    find(String(reflecting: own)).map { $0 != own } ?? false
  }

  /// Reports, once per process, that there is a second copy.
  static func reportSecond(at callSite: CallSite) {
    guard isReported.raise(), hasOther(than: EffectGroup.self) else { return }
    let module = String(reflecting: EffectGroup.self).prefix { $0 != "." }
    Issues.report(FailureMessages.secondCopy(of: String(module)), at: callSite)
  }
}
