import Core

/// Keeps the issues of a store's effects and reducers until the test that drains the store reports them.
///
/// An effect's task may outlive the test that started it. The buffer passes its issues to the test
/// that drives the store. After the store has ended, they are dropped.
package final class IssueBuffer: IssueReporter {
  private struct Shared {
    var pending: [(issue: ReportedIssue, cause: IssueCause?)]? = []
    var explain: RuntimeConfined<Explanation>?
    /// The step whose action is being reduced, and the thread that reduces it.
    var reduced: (step: Int, thread: ThreadIdentity)?
  }

  /// Adds the cause to an issue.
  typealias Explanation = (ReportedIssue, IssueCause) -> ReportedIssue

  private let shared = Lock(Shared())

  package func report(_ issue: ReportedIssue) {
    shared.withLock { shared in
      let isReducing = shared.reduced?.thread == .current
      let cause = IssueCause(reducedStep: isReducing ? shared.reduced?.step : nil)
      shared.pending?.append((issue, cause))
    }
  }

  /// Sets the closure that adds the cause to an issue. `flush` calls it.
  func explain(by explain: @escaping Explanation) {
    let explain = RuntimeConfined(explain)
    shared.withLock { $0.explain = explain }
  }

  /// Records that a reduction begins or has ended, so that its issues can name the action.
  func reducing(step: Int?) {
    shared.withLock { $0.reduced = step.map { ($0, .current) } }
  }

  /// Reports the collected issues, as issues of the current task's test.
  package func flush() {
    let (issues, explain) = shared.withLock { shared in
      defer { if shared.pending != nil { shared.pending = [] } }
      return (shared.pending ?? [], shared.explain)
    }
    for (issue, cause) in issues {
      Issues.report(cause.flatMap { explain?.value(issue, $0) } ?? issue)
    }
  }

  /// Drops all later issues.
  package func close() {
    // The closure is released after the lock: it may hold the last states.
    _ = shared.withLock { shared in
      defer { (shared.pending, shared.explain) = (nil, nil) }
      return shared.explain
    }
  }
}

/// The location of an issue in a store's work.
struct IssueCause {
  /// The reduced step, or the step that started the running effect.
  let step: Int
  let isEffect: Bool

  /// The cause in the current task, or `nil` if the task neither reduces nor runs an effect.
  init?(reducedStep: Int?) {
    // An effect's action is reduced as a part of the effect's job.
    isEffect = reducedStep == nil
    guard let step = reducedStep ?? RunningEffect.current?.origin.step else { return nil }
    self.step = step
  }
}
