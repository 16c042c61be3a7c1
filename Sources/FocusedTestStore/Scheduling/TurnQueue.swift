/// Whose turn it is to drain a scheduler: one at a time, the others in the order of their asking.
///
/// A plain value; waking whose turn it becomes is up to the scheduler.
struct TurnQueue<Waiting> {
  private var isTaken = false
  private var waiting: [Waiting] = []
  /// Whether one waits. Asked at the end of each turn, where the list's generic type would be looked up.
  private(set) var isWaitedFor = false

  var isFree: Bool { !isTaken }

  /// Takes the turn if it is free. Else `turn` waits for it.
  mutating func take(orWaitAs turn: @autoclosure () -> Waiting) -> Bool {
    if takeIfFree() { return true }
    waiting.append(turn())
    isWaitedFor = true
    return false
  }

  /// Takes the turn if it is free.
  mutating func takeIfFree() -> Bool {
    guard !isTaken else { return false }
    isTaken = true
    return true
  }

  /// Ends a turn. Returns what has it now, or `nil` when it is free.
  mutating func pass() -> Waiting? {
    guard isWaitedFor else {
      isTaken = false
      return nil
    }
    let next = waiting.removeFirst()
    isWaitedFor = !waiting.isEmpty
    return next
  }
}
