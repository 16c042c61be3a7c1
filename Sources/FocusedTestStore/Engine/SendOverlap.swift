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

  /// The numbers of the calls that are known to be followed by another one.
  private let known: Set<Int>
  private let state = Lock(State())

  package init(known: Set<Int>) {
    self.known = known
  }

  /// The numbers of the calls that were followed by another one so far.
  package var followed: Set<Int> { state.withLock { $0.followed } }

  /// Records a `send`.
  ///
  /// - Parameter isReading: Whether the call has an assert closure, which may rely on idle effects.
  /// - Returns: Whether the policy may have chosen the time of the call, and whether the previous effects continue
  ///   later.
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

  /// Records a call other than `send`. Returns whether the effects are not idle, so that the call may read another
  /// state than in a test without overlaps.
  func noteLook() -> Bool {
    state.withLock { state in
      state.isUntouched = false
      return state.hasGoneOn
    }
  }
}

extension EffectScheduler {
  /// Whether this `send`, which follows another one, doesn't wait for the effects of the previous `send`.
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

  /// Records that the test reads the store, without running any work.
  package func noteLook() {
    guard overlap?.noteLook() == true, case .choosing(let noteEvent, _) = policy else { return }
    noteEvent?(ReadyTask.test.lane, .testLookedEarly)
  }
}
