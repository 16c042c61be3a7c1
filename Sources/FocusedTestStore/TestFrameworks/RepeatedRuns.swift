import Core

#if canImport(Testing)
  import Testing
#endif

/// Runs an operation once more, and holds back what it reports: the first run has told it already.
///
/// Issues of this package are dropped. Those of `#expect` become known issues, which is all that Swift
/// Testing lets others do with them. Failures of XCTest's assertions cannot be held back.
func withoutRepeatingIssues<R>(_ operation: () throws -> R) throws -> R {
  try Issues.$reporter.withValue(NoReporter()) {
    #if canImport(Testing)
      guard Test.current != nil else { return try operation() }
      var result: Result<R, any Error>?
      withKnownIssue("The assert closure was run once more", isIntermittent: true) {
        result = Result { try operation() }
      }
      do {
        if let result { return try result.get() }
      } catch is ExpectationFailedError {
        throw UnrecordedExpectation()
      }
    #endif
    return try operation()
  }
}

/// A `#require` that failed in a run of which nothing is reported.
private struct UnrecordedExpectation: Error, CustomStringConvertible {
  var description: String { "A `#require` failed when applied to the state before the step." }
}

private struct NoReporter: IssueReporter {
  func report(_: ReportedIssue) {}
}
