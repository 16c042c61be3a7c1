import Core
import FocusedTestStore

/// Limits the steps of a test that are compared field by field.
///
/// To compare a step, the state before it must be kept, so the step copies its changes, and both states must be
/// reflected. In a test with thousands of actions, that would take longer than the test itself. The ledger needs each
/// fact once. So it compares the first few steps of each action, and then fewer and fewer.
package final class ComparisonBudget: Sendable {
  /// A comparison that is counted.
  package enum Counted: Hashable {
    case step(ActionKey)
    /// An assertion about a step. A line that a test runs repeatedly, in a loop or for each argument, asserts the same
    /// each time.
    case assertion(ActionKey, CallSite)
    /// A run of an assert closure, in which to look for statements that assert nothing.
    case closure(CallSite)
  }

  private let counts = Lock<[Counted: Int]>([:])

  package init() {}

  /// Counts a comparison, and returns whether to make it: whether it is one of the first 16 of its kind, or the 32nd,
  /// the 64th, and so on.
  package func shouldMake(_ counted: Counted) -> Bool {
    let count = counts.withLock { counts in
      counts[counted, default: 0] += 1
      return counts[counted, default: 0]
    }
    return count <= 16 || count & (count - 1) == 0
  }
}
