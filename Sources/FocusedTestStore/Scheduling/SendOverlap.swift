import Core

/// Which calls of `send` follow another one with nothing in between, so that their actions may be reduced before
/// the effects of the other have gone on.
///
/// Whether one does is not known before the test has come to it. So the test runs once to find out, and its
/// schedules choose at the calls that were found.
package final class SendOverlap: Sendable {
  private struct State {
    var sendCount = 0
    /// Whether nothing has been done with the store since the last `send`.
    var isUntouched = false
    /// Whether the test has gone on before the effects of the last `send` were at rest.
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

  /// Takes note of a `send`.
  ///
  /// - Parameter isReading: Whether it has an assert closure, which may count on effects at rest.
  /// - Returns: Whether the policy may have chosen the moment of it, and whether effects are left as they are.
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

  /// Whether the test may go on before the effects of the last `send` are at rest.
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

  /// Lets the policy choose that the test goes on before effects are at rest, if its next call is a `send`.
  func letTestGoOn() {
    guard overlap?.mayGoOn == true else { return }
    shared.withLock { $0.work.testMayGoOn = true }
  }

  /// Returns whether the policy chose that the test goes on, and forgets that choice.
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
