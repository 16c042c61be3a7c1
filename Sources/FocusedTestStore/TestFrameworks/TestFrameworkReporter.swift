import Core
import Foundation
import Synchronization

#if canImport(Testing)
  import Testing
#endif

/// Reports to the framework whose test is running, or to standard error if none is.
package final class TestFrameworkReporter: DiscoverableIssueReporter {
  package init() {}

  package func report(_ issue: ReportedIssue) {
    #if canImport(Testing)
      if Test.current != nil { return reportToSwiftTesting(issue) }
      // A task may have lost its test's task-locals, but the framework of the process is known.
      let isSwiftTesting =
        Self.isSwiftTestingProcess || Self.hasSeenSwiftTesting.load(ordering: .relaxed)
      if isSwiftTesting, !isXCTestRunning { return reportToSwiftTesting(issue) }
    #endif
    #if canImport(XCTest)
      if issue.severity == .error, TestCaseObserver.shared.report(issue) { return }
    #endif
    NoTestReporter().report(issue)
  }

  #if canImport(Testing)
    private func reportToSwiftTesting(_ issue: ReportedIssue) {
      let location = SourceLocation(
        fileID: issue.fileID, filePath: issue.filePath, line: issue.line, column: issue.column)
      let comment = Comment(rawValue: issue.message)
      switch issue.severity {
      case .error: Issue.record(comment, sourceLocation: location)
      case .note:
        #if compiler(>=6.3)
          Issue.record(comment, severity: .warning, sourceLocation: location)
        #else
          NoTestReporter().report(issue)
        #endif
      }
    }

    /// Both frameworks can run in one process, one after the other.
    private var isXCTestRunning: Bool {
      #if canImport(XCTest)
        TestCaseObserver.shared.isTestRunning == true
      #else
        false
      #endif
    }

    /// Whether a store was created in a test of Swift Testing. If Xcode runs the tests, this is the only
    /// sign of the framework.
    static let hasSeenSwiftTesting = Atomic(false)

    static let isSwiftTestingProcess: Bool = {
      let arguments = ProcessInfo.processInfo.arguments
      guard let index = arguments.firstIndex(of: "--testing-library") else {
        return arguments.contains("--testing-library=swift-testing")
      }
      return arguments.dropFirst(index + 1).first == "swift-testing"
    }()
  #endif
}
