import Core

/// The states that the properties of a store show, for any task.
///
/// Each step publishes its state when it is over. So a property that is read while another task drives the store has the
/// state of the last completed step.
final class PublishedState<State> {
  struct Values {
    /// The state after the last step.
    let live: State
    /// The state as of the last asserted step, and the number of that step, while received actions are checked.
    let asserted: (state: State, step: Int)?
    /// The state that an assert closure sees, while one runs.
    let inClosure: State?
    let isDismissed: Bool
    let stepCount: Int

    /// The state that the store shows outside of assert closures, and the latest step in it.
    var current: (state: State, step: Int) { asserted ?? (live, stepCount - 1) }
    /// The state that the store shows.
    var visible: State { inClosure ?? current.state }
  }

  private var live: State
  private var asserted: (state: State, step: Int)?
  private var inClosure: State?
  private var hasDismissed = false
  private var stepCount = 0
  private let lock = Lock(())

  init(_ state: State) {
    live = state
  }

  var now: Values {
    lock.withLock { _ in
      RuntimeConfined(
        Values(
          live: live, asserted: asserted, inClosure: inClosure, isDismissed: hasDismissed,
          stepCount: stepCount))
    }.value
  }

  var isDismissed: Bool { lock.withLock { _ in hasDismissed } }

  // Each method swaps the states under the lock, and releases the old one after it: that may run the `deinit` of a class
  // of the app.

  /// Shows the state after another step.
  func show(live state: State) {
    var state = state
    lock.withLock { _ in
      swap(&live, &state)
      stepCount += 1
    }
  }

  /// Publishes the state after the last asserted step; without one, the live state.
  func show(asserted: (state: State, step: Int)?) {
    var asserted = asserted
    lock.withLock { _ in swap(&self.asserted, &asserted) }
  }

  func show(inClosure state: State?) {
    var state = state
    lock.withLock { _ in swap(&inClosure, &state) }
  }

  func showDismissal() {
    lock.withLock { _ in hasDismissed = true }
  }
}
