#if canImport(XCTest)
  import Core
  import Foundation
  import Synchronization
  import XCTest

  /// An observer of the failures of test cases, for which Darwin and Linux declare different methods.
  final class FailureObserver: NSObject, XCTestObservation, Sendable {
    typealias Note = @Sendable (_ message: String, _ path: String?, _ line: Int?) -> Void

    private let note: Note

    /// - Parameter note: A closure that is called for each failure.
    init(_ note: @escaping Note) {
      self.note = note
    }

    #if canImport(Darwin)
      func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
        let place = issue.sourceCodeContext.location
        note(issue.compactDescription, place?.fileURL.path, place?.lineNumber)
      }

      /// Reports an error to the running test case. Returns `false` if no test case is running.
      static func report(_ issue: ReportedIssue, isTestRunning: Bool?) -> Bool {
        // A failure off the main thread is recorded later, so the caller can't wait for it.
        guard isTestRunning ?? DependencyContext.isXCTestProcess else { return false }
        XCTFail(issue.message, file: issue.callSite.filePath, line: issue.callSite.line)
        return true
      }
    #else
      /// The confirmation that a failure has been recorded for a test case.
      private final class Record: Sendable {
        @TaskLocal static var current: Record?
        let isMade = Atomic(false)
      }

      func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String,
        inFile filePath: String?, atLine lineNumber: Int
      ) {
        note(description, filePath, lineNumber)
        Record.current?.isMade.store(true, ordering: .relaxed)
      }

      /// Reports an error to the running test case. Returns `false` if no test case is running.
      static func report(_ issue: ReportedIssue, isTestRunning: Bool?) -> Bool {
        // XCTest silently drops a failure when no test case is running.
        let record = Record()
        Record.$current.withValue(record) {
          XCTFail(issue.message, file: issue.callSite.filePath, line: issue.callSite.line)
        }
        return record.isMade.load(ordering: .relaxed)
      }
    #endif
  }

  #if canImport(Darwin)
    /// Failures that were found after their test case ended, when it can no longer record issues.
    ///
    /// Apple documents no other run that can record them, so the process ends as a failure.
    struct LateFailures {
      init?(_ issues: [ReportedIssue], of testCase: XCTestCase) {
        for issue in issues { NoTestReporter().report(issue) }
        return nil
      }

      func add(to suite: XCTestSuite) {}
    }
  #else
    /// Failures that were found after the run of their test case. They are recorded as a failed run in the suite,
    /// because XCTest doesn't let a suite's run record failures itself.
    final class LateFailures: XCTestRun {
      private let count: Int

      /// Prints issues. Returns `nil` if none is an error.
      init?(_ issues: [ReportedIssue], of testCase: XCTestCase) {
        count = issues.count { $0.severity == .error }
        for issue in issues {
          guard issue.severity == .error else {
            NoTestReporter().report(issue)
            continue
          }
          print("\(issue.filePath):\(issue.line): error: \(testCase.name) : \(issue.message)")
        }
        if count == 0 { return nil }
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
