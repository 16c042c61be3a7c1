import Core

/// The states that the properties of a store show, for any task.
///
/// Each step publishes its state when it is over. So a property that is read while another task drives the store has the
/// state of the last completed step.
final class PublishedState<State>: Sendable {
  struct Values {
    /// The state after the last step.
    var live: State
    /// The state as of the last asserted step, and the number of that step, while received actions are checked.
    var asserted: (state: State, step: Int)?
    /// The state that an assert closure sees, while one runs.
    var inClosure: State?
    var isDismissed = false
    var stepCount = 0

    /// The state that the store shows outside of assert closures, and the latest step in it.
    var current: (state: State, step: Int) { asserted ?? (live, stepCount - 1) }
    /// The state that the store shows.
    var visible: State { inClosure ?? current.state }
  }

  private let values: Lock<RuntimeConfined<Values>>

  init(_ state: State) {
    values = Lock(RuntimeConfined(Values(live: state)))
  }

  var now: Values { values.withLock { $0 }.value }

  func update(_ change: (inout Values) -> Void) {
    // The old values are released after the lock, because that may run the `deinit` of a class of the app.
    _ = values.withLock { values in
      let old = values
      change(&values.value)
      return old
    }
  }
}
