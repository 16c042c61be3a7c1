import Core

#if canImport(Testing)
  import Testing
#endif

/// Runs an operation again, and suppresses the issues that its first run has already reported.
///
/// Issues of this package are dropped. Those of `#expect` become known issues, the only way that Swift
/// Testing offers. Failures of XCTest's assertions cannot be suppressed.
func withoutRepeatingIssues<R>(_ operation: () throws -> R) throws -> R {
  try Issues.$reporter.withValue(NoReporter()) {
    #if canImport(Testing)
      guard TestProcess.isInSwiftTesting else { return try operation() }
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

/// The error of a `#require` that failed in a run whose issues are suppressed.
private struct UnrecordedExpectation: Error, CustomStringConvertible {
  var description: String { "A `#require` failed when applied to the state before the step." }
}

private struct NoReporter: IssueReporter {
  func report(_: ReportedIssue) {}
}
