import Core
import FocusedTestStore

/// The calls of `send` that directly follow another one, so that their actions may be reduced before the effects of
/// the other one have continued.
///
/// A first run of the test finds these calls. The schedules of later runs choose at them.
final class OverlappingSends: SendOverlap {
  private struct State {
    var sendCount = 0
    /// Whether the store has not been used since the last `send`.
    var isUntouched = false
    /// Whether the test continued before the effects of the latest `send` were idle.
    var hasGoneOn = false
    var followed: Set<Int> = []
  }

  /// The numbers of the calls that are known to be followed by another one.
  private let known: Set<Int>
  private let state = Lock(State())

  init(known: Set<Int>) {
    self.known = known
  }

  /// The numbers of the calls that were followed by another one so far.
  var followed: Set<Int> { state.withLock { $0.followed } }

  package func willSend(isReading: Bool) -> (isChosen: Bool, leavesEffects: Bool) {
    state.withLock { state in
      let follows = state.isUntouched && !isReading
      let previous = state.sendCount - 1
      if follows { state.followed.insert(previous) }
      defer {
        state.sendCount += 1
        state.isUntouched = true
        state.hasGoneOn = false
      }
      return (follows && known.contains(previous), follows && state.hasGoneOn)
    }
  }

  package var mayGoOn: Bool { state.withLock { known.contains($0.sendCount - 1) } }

  package func didGoOn() {
    state.withLock { $0.hasGoneOn = true }
  }

  package func noteLook() -> Bool {
    state.withLock { state in
      state.isUntouched = false
      return state.hasGoneOn
    }
  }
}
