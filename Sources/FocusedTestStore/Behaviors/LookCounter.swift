import Core

/// Which steps of a test are compared field by field.
///
/// To look at a step means to keep the state before it, which makes the step copy what it changes, and to
/// take both states apart. In a test with thousands of actions that would cost more than the test. The
/// ledger wants to know once, so of the steps of one action the first few are looked at, and then fewer
/// and fewer.
package final class LookCounter: Sendable {
  private let counts = Lock<[ActionKey: Int]>([:])

  package init() {}

  /// Counts a step, and returns whether to look at it: it is one of the first 16 of its action, or the
  /// 32nd, the 64th and so on.
  package func admits(_ key: ActionKey) -> Bool {
    counts.withLock { counts in
      let count = counts[key, default: 0] + 1
      counts[key] = count
      return count <= 16 || count & (count - 1) == 0
    }
  }
}
