import Core

/// The calls of `send` that directly follow another one, so that their actions may be reduced before the effects of
/// the other one have continued.
///
/// A first run of the test finds these calls. The schedules of later runs choose at them.
package final class SendOverlap: Sendable {
  private struct State {
    var sendCount = 0
    /// Whether the store has not been used since the last `send`.
    var isUntouched = false
    /// Whether the test continued before the effects of the latest `send` were idle.
    var hasGoneOn = false
    var followed: Set<Int> = []
  }

  /// The numbers of the calls that another one is known to follow.
  private let known: Set<Int>
  private let state = Lock(State())

  package init(known: Set<Int>) {
    self.known = known
  }

  /// The numbers of the calls that another one has followed so far.
  package var followed: Set<Int> { state.withLock { $0.followed } }

  /// Notes a `send`.
  ///
  /// - Parameter isReading: Whether it has an assert closure, which may rely on idle effects.
  /// - Returns: Whether the policy may have chosen the moment of the call, and whether effects are left as they are.
  func willSend(isReading: Bool) -> (isChosen: Bool, leavesEffects: Bool) {
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

  /// Whether the test may continue before the effects of the latest `send` are idle.
  var mayGoOn: Bool { state.withLock { known.contains($0.sendCount - 1) } }

  func didGoOn() {
    state.withLock { $0.hasGoneOn = true }
  }

  /// Notes a call other than `send`. Returns whether it finds effects that are not idle, so that it may see another
  /// state than in a test without overlaps.
  func noteLook() -> Bool {
    state.withLock { state in
      state.isUntouched = false
      return state.hasGoneOn
    }
  }
}

extension EffectScheduler {
  /// Whether the effects of the previous `send` are left as they are by this one, which follows it.
  func leavesEffects(toSendReading isReading: Bool) -> Bool {
    guard let overlap, case .choosing(let noteEvent, _) = policy else { return false }
    let (isChosen, leavesEffects) = overlap.willSend(isReading: isReading)
    if isChosen { noteEvent?(ReadyTask.test.lane, .acted) }
    return leavesEffects
  }

  /// Lets the policy choose whether the test continues before the effects are idle, if its next call is a `send`.
  func letTestGoOn() {
    guard overlap?.mayGoOn == true else { return }
    shared.withLock { $0.work.testMayGoOn = true }
  }

  /// Returns whether the policy chose that the test continues, and resets that choice.
  func consumeTestTurn() -> Bool {
    guard let overlap else { return false }
    let hasGoneOn = shared.withLock { shared in
      shared.work.testMayGoOn = false
      return shared.work.takeTestsTurn()
    }
    if hasGoneOn { overlap.didGoOn() }
    return hasGoneOn
  }

  /// Notes that the test looks at the store. Nothing runs.
  package func noteLook() {
    guard overlap?.noteLook() == true, case .choosing(let noteEvent, _) = policy else { return }
    noteEvent?(ReadyTask.test.lane, .testLookedEarly)
  }
}
