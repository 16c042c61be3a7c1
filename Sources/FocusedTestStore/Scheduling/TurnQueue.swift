/// Whose turn it is to drain a scheduler: one at a time, the others in the order of their asking.
///
/// A plain value; waking whose turn it becomes is up to the scheduler.
package struct TurnQueue<Waiting> {
  private var isTaken = false
  private var waiting: [Waiting] = []
  /// Whether anything has run in this turn.
  private var hasWorked = false
  /// The task that asked for a turn last: the test's, as a rule.
  package var driver: UInt = 0

  package init() {}

  package var isFree: Bool { !isTaken }

  /// Takes the turn if it is free. Else `turn` waits for it.
  package mutating func take(orWaitAs turn: @autoclosure () -> Waiting) -> Bool {
    if takeIfFree() { return true }
    waiting.append(turn())
    return false
  }

  /// Takes the turn if it is free.
  package mutating func takeIfFree() -> Bool {
    guard !isTaken else { return false }
    isTaken = true
    return true
  }

  package mutating func noteWork() {
    hasWorked = true
  }

  /// Lets the turn count as a new one. Returns whether anything has run; `nil` if others wait for the turn,
  /// which must have it first.
  package mutating func renew() -> Bool? {
    if !waiting.isEmpty { return nil }
    defer { hasWorked = false }
    return hasWorked
  }

  /// Ends a turn. Returns what has it now, `nil` when it is free, and whether anything has run.
  package mutating func pass() -> (next: Waiting?, hasWorked: Bool) {
    defer { hasWorked = false }
    isTaken = !waiting.isEmpty
    return (isTaken ? waiting.removeFirst() : nil, hasWorked)
  }
}
