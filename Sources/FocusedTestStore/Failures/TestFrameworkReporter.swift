import Core
import Foundation

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// Reports to the framework whose test is running: Swift Testing, else XCTest, else standard error.
package final class TestFrameworkReporter: DiscoverableIssueReporter {
  package init() {}

  package func report(_ issue: ReportedIssue) {
    #if canImport(Testing)
      if Test.current != nil || Self.isSwiftTestingProcess {
        return reportToSwiftTesting(issue)
      }
    #endif
    #if canImport(XCTest)
      if Self.isXCTestProcess {
        return reportToXCTest(issue)
      }
    #endif
    StandardErrorReporter().report(issue)
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
          printNote(issue)
        #endif
      }
    }
  #endif

  #if canImport(XCTest)
    private func reportToXCTest(_ issue: ReportedIssue) {
      switch issue.severity {
      case .error:
        XCTFail(issue.message, file: issue.callSite.filePath, line: issue.callSite.line)
      case .note: printNote(issue)
      }
    }
  #endif

  /// Where a framework has no issue that does not fail, Xcode and terminals pick up a line of this
  /// form.
  private func printNote(_ issue: ReportedIssue) {
    FileHandle.standardError.write(
      Data("\(issue.filePath):\(issue.line): note: \(issue.message)\n".utf8))
  }

  /// A task that lost its test's task-locals still runs in a process whose framework is known.
  private static let isSwiftTestingProcess: Bool = {
    let arguments = ProcessInfo.processInfo.arguments
    guard let index = arguments.firstIndex(of: "--testing-library") else {
      return arguments.contains("--testing-library=swift-testing")
    }
    return arguments.dropFirst(index + 1).first == "swift-testing"
  }()

  private static let isXCTestProcess: Bool = {
    let process = ProcessInfo.processInfo
    return process.arguments.first?.hasSuffix("xctest") == true
      || process.environment["XCTestConfigurationFilePath"] != nil
      || process.environment["XCTestBundlePath"] != nil
  }()
}
