import Core
import FocusedTestStore

/// Limits the steps of a test that are compared field by field.
///
/// To compare a step, the state before it must be kept, so the step copies its changes, and both states must be
/// reflected. In a test with thousands of actions, that would take longer than the test itself. The ledger needs each
/// fact once. So it compares the first few steps of each action, and then fewer and fewer.
package final class ComparisonBudget: Sendable {
  private enum Counted: Hashable {
    case step(ActionKey)
    case assertion(ActionKey, CallSite)
    case closure(CallSite)
  }

  private let counts = Lock<[Counted: Int]>([:])

  package init() {}

  /// Counts a step, and returns whether to compare it: whether it is one of the first 16 of its action, or
  /// the 32nd, the 64th, and so on.
  package func shouldSample(_ key: ActionKey) -> Bool {
    shouldSample(.step(key))
  }

  /// Counts an assertion, and returns whether to compare its step. A line that a test runs repeatedly, in a
  /// loop or for each argument, asserts the same each time.
  package func shouldSample(_ key: ActionKey, assertedAt callSite: CallSite) -> Bool {
    shouldSample(.assertion(key, callSite))
  }

  /// Counts a run of an assert closure, and returns whether to look for statements that assert nothing.
  package func shouldSample(closureAt callSite: CallSite) -> Bool {
    shouldSample(.closure(callSite))
  }

  private func shouldSample(_ counted: Counted) -> Bool {
    func increment(_ count: inout Int) -> Int {
      count += 1
      return count
    }
    let count = counts.withLock { increment(&$0[counted, default: 0]) }
    return count <= 16 || count & (count - 1) == 0
  }
}
