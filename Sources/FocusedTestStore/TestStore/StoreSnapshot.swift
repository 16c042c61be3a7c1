import Core

/// The values that the properties of a store show to any task: the last completed step, and the latest settings.
///
/// Each step publishes it. So a property that is read while another task drives the store shows the last completed step.
final class StoreSnapshot<State, Action>: Sendable {
  struct Content {
    /// The state that the store shows outside assert closures, and the latest step in it.
    fileprivate(set) var state: State
    fileprivate(set) var step = -1
    fileprivate(set) var history: [Step<Action>] = []
    var isDismissed = false
    var settings: StoreSettings
    /// The checks of another library's feature.
    var foreign: (any ForeignFeature<State>)?
  }

  private let content: Lock<RuntimeConfined<Content>>

  init(_ state: State, _ settings: StoreSettings) {
    content = Lock(RuntimeConfined(Content(state: state, settings: settings)))
  }

  /// Reads the content. `read` must not run code of the app, because it is called under the lock. It is a closure: generic
  /// code creates a key path anew at each use, which takes 2 µs (`make bench`, "send and receive").
  func read<R>(_ read: (Content) -> R) -> R {
    content.withLock { RuntimeConfined(read($0.value)) }.value
  }

  /// Adds the step and the state after it, which the store shows now or later.
  func append(_ step: Step<Action>, _ state: State, isShown: Bool) {
    // The state that was shown is released after the lock: the release may run the `deinit` of one of the app's classes.
    var state = state
    content.withLock { content in
      content.value.history.append(step)
      guard isShown else { return }
      swap(&content.value.state, &state)
      content.value.step = content.value.history.count - 1
    }
  }

  /// Shows the state after the step.
  func show(_ state: State, after step: Int) {
    var state = state
    content.withLock { content in
      swap(&content.value.state, &state)
      content.value.step = step
    }
  }

  /// Changes the settings, or that the root feature is dismissed. The former settings are released by the caller, after the
  /// lock.
  @discardableResult
  func change<R>(_ change: (inout Content) -> R) -> R {
    content.withLock { RuntimeConfined(change(&$0.value)) }.value
  }
}

/// The settings of a store.
struct StoreSettings: Sendable {
  var exhaustivity: Exhaustivity
  var dependencies: DependencyValues
  var timeout = Duration.seconds(1)
  var jobLimit = EffectScheduler.jobLimit
}
