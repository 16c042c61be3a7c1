import Core

/// The states that the properties of a store show, for any task.
///
/// Each step publishes its state when it is over. So a property that is read while another task drives the store has the
/// state of the last completed step.
final class PublishedState<State>: Sendable {
  private struct Values {
    var live: State
    var asserted: State?
    var inClosure: State?
    var isDismissed = false
  }

  private let values: Lock<RuntimeConfined<Values>>

  init(_ state: State) {
    values = Lock(RuntimeConfined(Values(live: state)))
  }

  // A setter returns the old value from the lock, which is released afterwards: that may run the `deinit` of a class of
  // the app.

  /// The state after the last step.
  var live: State {
    get { values.withLock { RuntimeConfined($0.value.live) }.value }
    set {
      let new = RuntimeConfined(newValue)
      _ = values.withLock { values in
        defer { values.value.live = new.value }
        return RuntimeConfined(values.value.live)
      }
    }
  }

  /// The state as of the last asserted step, while received actions are checked.
  var asserted: State? {
    get { values.withLock { RuntimeConfined($0.value.asserted) }.value }
    set {
      let new = RuntimeConfined(newValue)
      _ = values.withLock { values in
        defer { values.value.asserted = new.value }
        return RuntimeConfined(values.value.asserted)
      }
    }
  }

  /// The state that an assert closure sees, while one runs.
  var inClosure: State? {
    get { values.withLock { RuntimeConfined($0.value.inClosure) }.value }
    set {
      let new = RuntimeConfined(newValue)
      _ = values.withLock { values in
        defer { values.value.inClosure = new.value }
        return RuntimeConfined(values.value.inClosure)
      }
    }
  }

  var isDismissed: Bool {
    get { values.withLock { $0.value.isDismissed } }
    set { values.withLock { $0.value.isDismissed = newValue } }
  }

  /// The state that the store shows: in an assert closure the state before the step, otherwise the asserted or the live
  /// one.
  var visible: State {
    values.withLock { RuntimeConfined($0.value.inClosure ?? $0.value.asserted ?? $0.value.live) }
      .value
  }
}
