import Core

/// The states that the properties of a store show, for any task.
///
/// Each completed step publishes its state. So a property that is read while another task drives the store has the
/// state of the last completed step.
final class PublishedState<State> {
  struct Values {
    /// The state that the store shows outside assert closures, and the latest step in it.
    let current: (state: State, step: Int)
    /// The state that the store shows: in an assert closure, the one before the closure's step.
    let visible: State
    let isInClosure: Bool
  }

  // Three states instead of optional ones: a swap is faster than a look-up of a generic type, in each step.
  private var live: State
  private var current: State
  private var visible: State
  /// The last asserted step, while received actions are checked. Then the current state is the one after that step.
  private var assertedStep: Int?
  private var isInClosure = false
  private var hasDismissed = false
  private var stepCount = 0
  private let lock = Lock(())

  init(_ state: State) {
    live = state
    current = state
    visible = state
  }

  var now: Values {
    lock.withLock { _ in
      RuntimeConfined(
        Values(
          current: (current, assertedStep ?? stepCount - 1), visible: visible,
          isInClosure: isInClosure))
    }.value
  }

  /// The state after the last step.
  var liveState: State { lock.withLock { _ in RuntimeConfined(live) }.value }

  var isDismissed: Bool { lock.withLock { _ in hasDismissed } }

  // Each method swaps the states under the lock, and releases the old ones after it: the release may run the
  // `deinit` of one of the app's classes.

  /// Shows the state after another step.
  func show(live state: State) {
    var state = state
    var current = state
    var visible = state
    lock.withLock { _ in
      stepCount += 1
      swap(&live, &state)
      guard assertedStep == nil else { return }
      swap(&self.current, &current)
      if !isInClosure { swap(&self.visible, &visible) }
    }
  }

  /// Shows the live state, now and after each later step.
  func showLiveStates() { show(asserted: liveState, after: nil) }

  /// Shows a state: until ``showLiveStates()``, the one after an asserted step, or with `nil`, the live state from now on.
  func show(asserted state: State, after step: Int?) {
    var state = state
    var visible = state
    lock.withLock { _ in
      assertedStep = step
      swap(&current, &state)
      if !isInClosure { swap(&self.visible, &visible) }
    }
  }

  /// Shows the state that an assert closure is applied to.
  func beginClosure(at state: State) {
    var state = state
    lock.withLock { _ in
      isInClosure = true
      swap(&visible, &state)
    }
  }

  /// Shows the current state again. The caller keeps the closure's state, so that it isn't released here.
  func endClosure() {
    lock.withLock { _ in
      isInClosure = false
      visible = current
    }
  }

  func showDismissal() {
    lock.withLock { _ in hasDismissed = true }
  }
}
