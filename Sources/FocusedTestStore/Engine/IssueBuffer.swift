import Core
import Synchronization

/// Keeps the issues of a store's effects and reducers until the test that drains the store reports them.
///
/// An effect's task may outlive the test that started it. The buffer passes its issues to the test
/// that drives the store. After the store has ended, they are dropped.
package final class IssueBuffer: IssueReporter {
  private struct Shared {
    var pending: [(issue: ReportedIssue, cause: IssueCause?)] = []
    /// Whether later issues are dropped, because the store has ended.
    var isSealed = false
  }

  private let shared = Lock(Shared())
  /// Whether the buffer may contain issues. It is read after each step, so it takes no lock.
  private let hasPending = Atomic(false)

  package func report(_ issue: ReportedIssue) {
    // An effect's action is reduced as a part of the effect's job.
    let work = StoreWork.onThisThread
    let reduced = work?.scheduler.issues === self ? work?.reducedStep : nil
    let step = reduced ?? RunningEffect.current?.origin.step
    let cause = step.map { IssueCause(step: $0, isEffect: reduced == nil) }
    shared.withLock { if !$0.isSealed { $0.pending.append((issue, cause)) } }
    hasPending.store(true, ordering: .releasing)
  }

  /// Reports the collected issues, as issues of the current task's test.
  func flush(explaining explain: ((ReportedIssue, IssueCause) -> ReportedIssue)?) {
    guard hasPending.exchange(false, ordering: .acquiring) else { return }
    let issues = shared.withLock { shared in
      defer { shared.pending = [] }
      return shared.pending
    }
    for (issue, cause) in issues {
      Issues.report(cause.flatMap { explain?(issue, $0) } ?? issue)
    }
  }

  /// Drops all later issues.
  func seal() { shared.withLock { $0.isSealed = true } }
}

/// The location of an issue in a store's work. An issue of other code has none.
struct IssueCause {
  /// The reduced step, or the step that started the running effect.
  let step: Int
  let isEffect: Bool
}
