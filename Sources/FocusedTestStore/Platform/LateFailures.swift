#if canImport(XCTest)
  import Core
  import XCTest

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
