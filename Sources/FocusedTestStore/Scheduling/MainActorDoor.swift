/// Whether code of the main actor may reduce what it sends where it is, as it does in production.
///
/// While a drain makes way for work outside, the store's work is done on the main actor alone, and the
/// door is open. While the drain runs what is ready elsewhere, code of the main actor waits for that.
package struct MainActorDoor {
  package enum Answer {
    case entered
    /// Ask again once the door opens or closes.
    case wait
    case closed
  }

  private enum State { case closed, opening, open, occupied }

  private var state = State.closed
  /// Whether code of the main actor waits for the door, with something to send.
  package private(set) var isWaitedFor = false

  package init() {}

  package var isClosed: Bool { state == .closed }
  package var isOccupied: Bool { state == .occupied }

  package mutating func enter() -> Answer {
    switch state {
    case .closed, .occupied: return .closed
    case .opening:
      isWaitedFor = true
      return .wait
    case .open:
      state = .occupied
      return .entered
    }
  }

  package mutating func leave() {
    state = .open
  }

  /// The drain runs what is ready, and opens or closes the door thereafter.
  package mutating func willOpen() {
    state = .opening
  }

  /// Opens or closes the door. Returns whether the main actor has waited for that, and must be told.
  package mutating func turn(open isOpen: Bool) -> Bool {
    precondition(!isOccupied, "A door turns while it is not in use (was \(state))")
    state = isOpen ? .open : .closed
    return giveUpWaiting()
  }

  /// The main actor waits no longer. Returns `false` if the door has turned already.
  package mutating func giveUpWaiting() -> Bool {
    defer { isWaitedFor = false }
    return isWaitedFor
  }
}
