import Core
import Synchronization

/// Keeps the issues of a store's effects and reducers until the test that drains the store reports them.
///
/// An effect's task may outlive the test that started it. The buffer passes its issues to the test
/// that drives the store. After the store has ended, they are dropped.
package final class IssueBuffer: IssueReporter {
  private struct Shared {
    var pending: [(issue: ReportedIssue, cause: IssueCause?)]? = []
    var explain: RuntimeConfined<Explanation>?
    /// Whether later issues are dropped, because the store has ended.
    var isSealed = false
  }

  /// Adds the cause to an issue.
  typealias Explanation = (ReportedIssue, IssueCause) -> ReportedIssue

  private let shared = Lock(Shared())
  /// Whether the buffer may contain issues. It is read after each step, so it takes no lock.
  private let hasPending = Atomic(false)
  /// The step whose action is being reduced, or -1, and the thread that reduces it.
  private let reducedStep = Atomic(-1)
  private let reducingThread = Atomic<UInt>(0)

  package func report(_ issue: ReportedIssue) {
    // An effect's action is reduced as a part of the effect's job.
    let isEffect = !isReducing
    let step =
      isEffect ? RunningEffect.current?.origin.step : reducedStep.load(ordering: .relaxed)
    let cause = step.map { IssueCause(step: $0, isEffect: isEffect) }
    shared.withLock { shared in
      if !shared.isSealed { shared.pending?.append((issue, cause)) }
    }
    hasPending.store(true, ordering: .releasing)
  }

  /// Whether the calling code runs in a reduction.
  var isReducing: Bool {
    reducingThread.load(ordering: .relaxed) == currentThreadIdentity()
  }

  /// Sets the closure that adds the cause to an issue. `flush` calls it.
  func explain(by explain: @escaping Explanation) {
    let explain = RuntimeConfined(explain)
    shared.withLock { $0.explain = explain }
  }

  /// Records that a reduction begins or has ended, so that its issues can name the action.
  func reducing(step: Int?) {
    reducedStep.store(step ?? -1, ordering: .relaxed)
    reducingThread.store(step == nil ? 0 : currentThreadIdentity(), ordering: .relaxed)
  }

  /// Reports the collected issues, as issues of the current task's test.
  package func flush() {
    guard hasPending.exchange(false, ordering: .acquiring) else { return }
    let (issues, explain) = shared.withLock { shared in
      let issues = shared.pending ?? []
      if !issues.isEmpty { shared.pending = [] }
      return (issues, shared.explain)
    }
    for (issue, cause) in issues {
      Issues.report(cause.flatMap { explain?.value(issue, $0) } ?? issue)
    }
  }

  /// Drops all later issues, but keeps those that have not been reported.
  func seal() { shared.withLock { $0.isSealed = true } }

  /// Drops all later issues, and those that have not been reported.
  package func close() {
    // The closure is released after the lock: it may hold the last states.
    _ = shared.withLock { shared in
      defer { (shared.pending, shared.explain) = (nil, nil) }
      return shared.explain
    }
  }
}

/// The location of an issue in a store's work. An issue of other code has none.
struct IssueCause {
  /// The reduced step, or the step that started the running effect.
  let step: Int
  let isEffect: Bool
}
