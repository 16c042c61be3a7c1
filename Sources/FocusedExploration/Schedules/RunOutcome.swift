import Core
import FocusedTestStore
import Testing

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

/// The properties of a run's failure that can be reported again.
struct RunFailure: Sendable {
  let message: String
  /// The location of the failure, in the package's type.
  var callSite: CallSite?
  /// The location of the failure, in the test framework's type.
  var location: SourceLocation?

  /// The line of the failure, if its file is the one of a call.
  func callSite(inFileOf call: CallSite) -> CallSite? {
    if let callSite { return callSite }
    guard let location, location.fileID == call.fileID.description, location.line > 0 else {
      return nil
    }
    return CallSite(
      fileID: call.fileID, filePath: call.filePath, line: UInt(location.line),
      column: UInt(max(1, location.column)))
  }
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
    let failures = RunFailures(reporting)
    withProgress { $0.failureCount = { failures.count } }
    var error: (any Error)?
    do {
      try await failures.observe {
        try await Issues.$reporter.withValue(failures) {
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
    return RunOutcome(
      hasFailed: failures.count > 0 || error != nil, error: error, issues: failures.kept,
      firstFailure: failures.first
        ?? error.map { RunFailure(message: FailureMessages.caught($0)) },
      hasReported: failures.hasReported)
  }

  private func notifyingListeners(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
  ) async rethrows {
    guard let listeners = Listeners.ofProcess else { return try await body() }
    // Doesn't show a trial run, unless its failure may be the only one that is reported.
    let isShown = role != .tried || !TestProcess.isInSwiftTesting
    try await listeners.run(as: role, isShown: isShown, isolation: isolation, body)
  }
}

/// The failures of a run: the package's issues, and the failures that a test framework records.
private final class RunFailures: IssueReporter {
  private struct State {
    var count = 0
    var kept: [ReportedIssue] = []
    var issue: ReportedIssue?
    var recorded: RunFailure?
  }

  private let reporting: ScheduleRun.Reporting
  private let outer = Issues.reporter
  private let state = Lock(State())
  private let countBefore = TestProcess.failureCountOfXCTest

  init(_ reporting: ScheduleRun.Reporting) { self.reporting = reporting }

  private var countOfXCTest: Int { TestProcess.failureCountOfXCTest - countBefore }

  var count: Int { state.withLock { $0.count } + countOfXCTest }

  /// The issues that were withheld.
  var kept: [ReportedIssue] { state.withLock { $0.kept } }

  /// Whether XCTest has recorded a failure. Such a failure can't be hidden.
  var hasReported: Bool { countOfXCTest > 0 }

  /// The first failure: an issue of the package, unless another one was recorded before it.
  var first: RunFailure? {
    let (issue, recorded) = state.withLock { ($0.issue, $0.recorded) }
    guard let issue else { return recorded }
    if let recorded, recorded.message != issue.message { return recorded }
    return RunFailure(message: issue.message, callSite: issue.callSite)
  }

  func report(_ issue: ReportedIssue) {
    // Swift Testing counts these issues itself, except those that a `withKnownIssue` of the test expects.
    let isReported = outer == nil && TestProcess.isInSwiftTesting
    if issue.severity == .error {
      state.withLock { state in
        if !isReported { state.count += 1 }
        if state.issue == nil { state.issue = issue }
      }
    }
    switch reporting {
    case .open: (outer ?? Issues.testReporter)?.report(issue)
    // The first run has already reported the notes.
    case .quiet where issue.severity == .note: break
    case .quiet where isReported: Issues.testReporter?.report(issue)
    case .quiet: state.withLock { $0.kept.append(issue) }
    }
  }

  /// Counts the failures of a test, and reports them unless the run is quiet.
  func observe(
    isolation: isolated (any Actor)? = #isolation, _ test: Exploration.Body
  ) async throws {
    guard let current = Test.current else { return try await test() }
    try await withoutActuallyEscaping(test) { (test: @escaping Exploration.Body) in
      let body = RuntimeConfined(test)
      guard reporting == .quiet else { return try await count(body, isolation: isolation) }
      // The scope of the trait is entered on no actor. The body returns to its own actor before it runs.
      try await IssueHandlingTrait.filterIssues { _ in false }
        .provideScope(for: current, testCase: Test.Case.current) {
          try await self.count(body, isolation: isolation)
        }
    }
  }

  private func count(
    _ test: RuntimeConfined<Exploration.Body>, isolation: isolated (any Actor)?
  ) async throws {
    try await withKnownIssue("A run under a schedule", isIntermittent: true) {
      try await test.value()
    } matching: { issue in
      Listeners.calls?.on(.issue(issue))
      if issue.isError {
        self.state.withLock { state in
          state.count += 1
          if state.recorded == nil {
            state.recorded = RunFailure(message: issue.text, location: issue.sourceLocation)
          }
        }
      }
      // Swift Testing doesn't pass on the issues that a `withKnownIssue` of the test expects. In a quiet run, the other
      // issues become known issues, because a filter can't distinguish them.
      return self.reporting == .quiet
    }
  }
}

extension Issue {
  /// The comments of the issue, below its kind if the kind says more.
  fileprivate var text: String {
    let comments = comments.map(\.rawValue)
    if case .unconditional = kind, !comments.isEmpty { return comments.joined(separator: "\n") }
    return (["\(kind)"] + comments).joined(separator: "\n")
  }

  fileprivate var isError: Bool {
    #if compiler(>=6.3)
      severity == .error
    #else
      true
    #endif
  }
}

extension CallEvent {
  /// Swift Testing has recorded an issue.
  fileprivate static func issue(_ issue: Issue) -> CallEvent {
    .issue(
      issue.text, isFailure: issue.isError,
      at: issue.sourceLocation.map { ($0.fileID, $0.line) })
  }
}
