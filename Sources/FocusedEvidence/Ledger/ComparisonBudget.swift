import Core
import FocusedTestStore

/// Limits the steps of a test that are compared field by field.
///
/// To compare a step, the state before it must be kept, so the step copies its changes, and both states must be
/// reflected. In a test with thousands of actions, that would take longer than the test itself. The ledger needs each
/// fact once. So it compares the first few steps of each action, and then fewer and fewer.
package final class ComparisonBudget: Sendable {
  private struct Statement: Hashable {
    let key: ActionKey
    let callSite: CallSite
  }

  private struct Counts: Sendable {
    var steps: [ActionKey: Int] = [:]
    var statements: [Statement: Int] = [:]
    var closures: [CallSite: Int] = [:]
  }

  private let counts = Lock(Counts())

  package init() {}

  /// Counts a step, and returns whether to compare it: whether it is one of the first 16 of its action, or
  /// the 32nd, the 64th, and so on.
  package func shouldSample(_ key: ActionKey) -> Bool {
    counts.withLock { Self.shouldSample(&$0.steps[key, default: 0]) }
  }

  /// Counts an assertion, and returns whether to compare its step. A line that a test runs repeatedly, in a
  /// loop or for each argument, asserts the same each time.
  package func shouldSample(_ key: ActionKey, assertedAt callSite: CallSite) -> Bool {
    let statement = Statement(key: key, callSite: callSite)
    return counts.withLock { Self.shouldSample(&$0.statements[statement, default: 0]) }
  }

  /// Counts a run of an assert closure, and returns whether to look for statements that assert nothing.
  package func shouldSample(closureAt callSite: CallSite) -> Bool {
    counts.withLock { Self.shouldSample(&$0.closures[callSite, default: 0]) }
  }

  private static func shouldSample(_ count: inout Int) -> Bool {
    count += 1
    return count <= 16 || count & (count - 1) == 0
  }
}
