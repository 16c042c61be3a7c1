import Core

/// The states that the properties of a store show, for any task.
///
/// Each completed step publishes its state. So a property that is read while another task drives the store has the
/// state of the last completed step.
final class PublishedState<State> {
  struct Values {
    /// The state after the last step.
    let live: State
    /// The state that the store shows outside assert closures, and the latest step in it.
    let current: (state: State, step: Int)
    /// The state that the store shows: in an assert closure, the one before the closure's step.
    let visible: State
    let isInClosure: Bool
    let isDismissed: Bool
  }

  /// A state other than the live one.
  private final class Snapshot {
    let state: State

    init(_ state: State) {
      self.state = state
    }
  }

  private var live: State
  private var stepCount = 0
  /// The state after the last asserted step, while received actions are checked.
  private var asserted: (snapshot: Snapshot, step: Int)?
  /// The state before the step of the running assert closure.
  private var inClosure: Snapshot?
  private var hasDismissed = false
  private let lock = Lock(())

  init(_ state: State) {
    live = state
  }

  var now: Values {
    lock.withLock { _ in
      let current = asserted.map { ($0.snapshot.state, $0.step) } ?? (live, stepCount - 1)
      return RuntimeConfined(
        Values(
          live: live, current: current, visible: inClosure?.state ?? current.0,
          isInClosure: inClosure != nil, isDismissed: hasDismissed))
    }.value
  }

  var isDismissed: Bool { lock.withLock { _ in hasDismissed } }

  // Each method swaps the states under the lock, and releases the old ones after it: the release may run the
  // `deinit` of one of the app's classes.

  /// Shows the state after another step.
  func show(live state: State) {
    var state = state
    lock.withLock { _ in
      stepCount += 1
      swap(&live, &state)
    }
  }

  /// Shows the state after the last asserted step, until ``showLiveStates()``.
  func show(asserted state: State, after step: Int) {
    show(asserted: (Snapshot(state), step))
  }

  /// Shows the live state, now and after each later step.
  func showLiveStates() {
    show(asserted: nil)
  }

  private func show(asserted: (snapshot: Snapshot, step: Int)?) {
    var asserted = asserted
    lock.withLock { _ in swap(&self.asserted, &asserted) }
  }

  /// Shows the state before the step of an assert closure.
  func beginClosure(at state: State) {
    show(inClosure: Snapshot(state))
  }

  /// Shows the current state again.
  func endClosure() {
    show(inClosure: nil)
  }

  private func show(inClosure snapshot: Snapshot?) {
    var snapshot = snapshot
    lock.withLock { _ in swap(&inClosure, &snapshot) }
  }

  func showDismissal() {
    lock.withLock { _ in hasDismissed = true }
  }
}
