import Core
import Dispatch

/// Whether code of the main actor may reduce what it sends where it is, as it does in production.
///
/// While a drain makes way for work outside, the store's work is done on the main actor alone, and the
/// door is open. While the drain runs what is ready elsewhere, code of the main actor waits for that.
struct MainActorDoor {
  enum Answer {
    case entered
    /// Ask again once the door opens or closes.
    case wait
    case closed
  }

  private enum State { case closed, opening, open, occupied }

  private var state = State.closed
  var isClosed: Bool { state == .closed }
  /// Whether code of the main actor waits for the door, with something to send.
  private(set) var isWaitedFor = false

  mutating func enter() -> Answer {
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

  mutating func leave() {
    state = .open
  }

  /// The drain runs what is ready, and opens or closes the door thereafter.
  mutating func willOpen() {
    state = .opening
  }

  /// Opens or closes the door, unless the main actor is at it now. Returns whether it has waited for that,
  /// and must be told; `nil` if the door stays as it is.
  mutating func turn(open isOpen: Bool) -> Bool? {
    guard state != .occupied else { return nil }
    state = isOpen ? .open : .closed
    defer { isWaitedFor = false }
    return isWaitedFor
  }

  /// The main actor waits no longer. Returns `false` if the door has turned already.
  mutating func giveUpWaiting() -> Bool {
    defer { isWaitedFor = false }
    return isWaitedFor
  }
}

extension EffectScheduler {
  /// How long the main actor waits. What an effect does without suspending may wait for the main actor in
  /// its turn.
  private static let mainActorPatience = DispatchTimeInterval.seconds(1)
  /// Tells the main actor that a door has been opened or closed. There is one main actor, and it waits for
  /// one store at a time.
  private static let doorHasTurned = DispatchSemaphore(value: 0)

  /// Does an effect's work on the main actor, where it is called. Returns whether it may.
  func performOnMainActor(for lane: ExecutorLane, _ work: () -> Void) -> Bool {
    guard enterFromMainActor(for: lane) else { return false }
    asOwnWork(work)
    shared.withLock { $0.door.leave() }
    return true
  }

  private func enterFromMainActor(for lane: ExecutorLane) -> Bool {
    while true {
      let answer = shared.withLock { shared -> MainActorDoor.Answer in
        let answer = shared.door.enter()
        if case .entered = answer {
          shared.outside.noteActivity(in: lane)
          shared.outside.sentOnMainActor += 1
          shared.hasWorked = true
        }
        return answer
      }
      switch answer {
      case .entered: return true
      case .closed: return false
      case .wait: if !waitForDoor() { return false }
      }
    }
  }

  /// Waits until the door turns, and returns whether it may have. A signal that comes too late is left
  /// for the next wait, which then only asks once more.
  private func waitForDoor() -> Bool {
    Self.doorHasTurned.wait(timeout: .now() + Self.mainActorPatience) == .success
      || !shared.withLock { $0.door.giveUpWaiting() }
  }

  /// Opens or closes the door. Returns `false` if it stays as it is because the main actor is at it now.
  @discardableResult
  func turnDoor(open isOpen: Bool) -> Bool {
    guard let isWaitedFor = shared.withLock({ $0.door.turn(open: isOpen) }) else { return false }
    if isWaitedFor { Self.doorHasTurned.signal() }
    return true
  }
}
