import Core
import FocusedTestStore

#if canImport(Testing)
  import Testing
#endif

/// The result of a test under a schedule.
struct RunOutcome {
  /// Whether the test failed: by an issue of a store, an expectation, or a thrown error.
  var hasFailed: Bool
  /// The error that the test threw.
  var error: (any Error)?
  /// The issues that were withheld.
  var issues: [ReportedIssue] = []
  var firstFailure: RunFailure?
  /// Whether a failure could not be withheld.
  var hasReported = false
}

extension ScheduleRun {
  /// Whether issues are reported as the test runs.
  enum Reporting {
    /// Reports issues at once, as in any test.
    case open
    /// Withholds the issues of the package, and under Swift Testing all other issues, too.
    case quiet
  }

  /// Runs a test under the schedule. The stores of the test end with it.
  nonisolated(nonsending) func perform(
    _ reporting: Reporting, _ test: Exploration.Body
  ) async -> RunOutcome {
    let reporter = RunReporter(reporting, outer: Issues.reporter)
    let observed = ObservedFailures()
    withProgress { $0.failureCount = { reporter.errorCount + observed.count } }
    var error: (any Error)?
    do {
      try await observed.observe(reporting) {
        try await Issues.$reporter.withValue(reporter) {
          try await CurrentRun.$value.withValue(self) {
            try await notifyingListeners {
              try await StoreScope.run(test)
            }
          }
        }
      }
    } catch let thrown {
      error = thrown
    }
    let hasFailed = reporter.errorCount > 0 || observed.count > 0 || error != nil
    return RunOutcome(
      hasFailed: hasFailed && !log.isVoid, error: error,
      issues: reporter.kept,
      firstFailure: reporter.firstFailure(orElse: observed.firstFailure)
        ?? error.map { RunFailure(message: FailureMessages.caught($0)) },
      hasReported: observed.hasReported)
  }
}

extension ScheduleRun {
  private func notifyingListeners(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
  ) async rethrows {
    guard let listeners = Listeners.ofProcess else { return try await body() }
    try await listeners.run(as: role, isShown: isShown, isolation: isolation, body)
  }
}

/// Receives the package's issues during a run.
private final class RunReporter: IssueReporter {
  private let reporting: ScheduleRun.Reporting
  private let outer: (any IssueReporter)?
  private let state = Lock((errorCount: 0, kept: [ReportedIssue](), first: nil as ReportedIssue?))

  init(_ reporting: ScheduleRun.Reporting, outer: (any IssueReporter)?) {
    self.reporting = reporting
    self.outer = outer
  }

  var errorCount: Int { state.withLock { $0.errorCount } }
  var kept: [ReportedIssue] { state.withLock { $0.kept } }

  /// The first failure: an issue of the package, unless another one was recorded before it.
  func firstFailure(orElse other: RunFailure?) -> RunFailure? {
    guard let issue = state.withLock({ $0.first }) else { return other }
    if let other, other.message != issue.message { return other }
    return RunFailure(message: issue.message, callSite: issue.callSite)
  }

  func report(_ issue: ReportedIssue) {
    // Swift Testing counts these issues itself, except those that a `withKnownIssue` of the test expects.
    let isReported = outer == nil && ObservedFailures.canBeHidden
    if issue.severity == .error {
      state.withLock { state in
        if !isReported { state.errorCount += 1 }
        if state.first == nil { state.first = issue }
      }
    }
    switch reporting {
    case .open: (outer ?? Issues.defaultReporter).report(issue)
    // The first run has already reported the notes.
    case .quiet where issue.severity == .note: break
    case .quiet where isReported: Issues.defaultReporter.report(issue)
    case .quiet: state.withLock { $0.kept.append(issue) }
    }
  }
}

/// The failures that a test framework records while a test runs under a schedule.
final class ObservedFailures: Sendable {
  private let recorded = Lock((count: 0, first: nil as RunFailure?))
  private let failuresBefore = TestProcess.failureCountOfXCTest

  /// Whether the framework can hide failures.
  static var canBeHidden: Bool { TestProcess.isInSwiftTesting }

  var firstFailure: RunFailure? { recorded.withLock { $0.first } }

  var count: Int {
    recorded.withLock { $0.count } + (TestProcess.failureCountOfXCTest - failuresBefore)
  }

  /// Whether XCTest has recorded a failure. Such a failure can't be hidden.
  var hasReported: Bool { TestProcess.failureCountOfXCTest > failuresBefore }

  /// Counts the failures of a run, and reports them unless the run is quiet.
  func observe(
    _ reporting: ScheduleRun.Reporting, isolation: isolated (any Actor)? = #isolation,
    _ test: Exploration.Body
  ) async throws {
    #if canImport(Testing)
      if let current = Test.current {
        switch reporting {
        case .open: try await count(test, areKnown: false)
        case .quiet:
          try await withoutActuallyEscaping(test) { (test: @escaping Exploration.Body) in
            try await hideIssues(of: current, isolation: isolation, RuntimeConfined(test))
          }
        }
        return
      }
    #endif
    try await test()
  }

  #if canImport(Testing)
    /// Runs the body of a test, and hides the issues that it records from Swift Testing.
    ///
    /// The scope of the trait is entered on no actor. The body returns to its own actor before it runs.
    private func hideIssues(
      of test: Test, isolation: isolated (any Actor)?, _ part: RuntimeConfined<Exploration.Body>
    ) async throws {
      try await IssueHandlingTrait.filterIssues { _ in false }
        .provideScope(for: test, testCase: Test.Case.current) {
          try await self.count(part, isolation: isolation)
        }
    }

    private func count(
      _ test: RuntimeConfined<Exploration.Body>, isolation: isolated (any Actor)?
    ) async throws {
      // Swift Testing doesn't pass on the issues that a `withKnownIssue` of the test expects. The other issues become
      // known issues, because a filter can't distinguish them.
      try await count(test.value, areKnown: true)
    }

    private func count(
      _ test: Exploration.Body, areKnown: Bool, isolation: isolated (any Actor)? = #isolation
    ) async throws {
      try await withKnownIssue("A run under a schedule", isIntermittent: true) {
        try await test()
      } matching: { issue in
        Listeners.calls?.didRecord(issue)
        if issue.isError {
          self.recorded.withLock { recorded in
            recorded.count += 1
            if recorded.first == nil { recorded.first = RunFailure(issue) }
          }
        }
        return areKnown
      }
    }
  #endif
}
