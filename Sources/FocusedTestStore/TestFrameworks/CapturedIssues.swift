import Core
import Testing

/// Runs an operation, and returns the issues that this package reports during it instead of failing
/// the test with them.
///
/// Use it to test failures themselves: those of a helper that asserts, or of a feature's misuse.
///
/// ```swift
/// let issues = await withCapturedIssues {
///   await store.send(.changeMood(3)) { $0.mood = 2 }
/// }
/// #expect(issues.count == 1)
/// ```
///
/// Issues that other code records, such as `#expect` or `XCTAssert`, are not captured.
///
/// - Returns: The issues, in the order reported.
/// - Throws: The error that `operation` throws.
nonisolated(nonsending) public func withCapturedIssues<R>(
  _ operation: nonisolated(nonsending) () async throws -> R
) async rethrows -> [ReportedIssue] {
  // The operation can have a result. If it had none, the compiler couldn't decide what an inner operation returns:
  // `withCapturedIssues { await store.withExhaustivity(.off) { await store.send(.saved) } }`.
  let capture = IssueCapture()
  _ = try await Issues.$reporter.withValue(capture) {
    try await operation()
  }
  return capture.issues
}

/// Runs an operation, and returns the issues that this package reports during it instead of failing
/// the test with them.
public func withCapturedIssues<R>(_ operation: () throws -> R) rethrows -> [ReportedIssue] {
  let capture = IssueCapture()
  _ = try Issues.$reporter.withValue(capture, operation: operation)
  return capture.issues
}

private final class IssueCapture: IssueReporter {
  private let captured = Lock<[ReportedIssue]>([])

  var issues: [ReportedIssue] { captured.withLock { $0 } }

  func report(_ issue: ReportedIssue) {
    captured.withLock { $0.append(issue) }
  }
}

/// Runs an operation again, and suppresses the issues that its first run has already reported.
///
/// Issues of this package are dropped. Those of `#expect` become known issues, the only way that Swift
/// Testing offers. Failures of XCTest's assertions cannot be suppressed.
func withoutRepeatingIssues<R>(_ operation: () throws -> R) throws -> R {
  try Issues.$reporter.withValue(IssueCapture()) {
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
    return try operation()
  }
}

/// The error of a `#require` that failed in a run whose issues are suppressed.
private struct UnrecordedExpectation: Error, CustomStringConvertible {
  var description: String { "A `#require` failed when applied to the state before the step." }
}
