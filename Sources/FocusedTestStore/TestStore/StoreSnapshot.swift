import Core

/// What the properties of a store show to any task: the last completed step, and the latest settings.
///
/// Each step publishes it. So a property that is read while another task drives the store shows the last completed step.
final class StoreSnapshot<State, Action>: Sendable {
  struct Content {
    /// The state that the store shows outside assert closures, and the latest step in it.
    fileprivate(set) var current: State
    fileprivate(set) var step = -1
    /// In an assert closure, the state before the closure's step.
    fileprivate(set) var inClosure: State?
    fileprivate(set) var history: [Step<Action>] = []
    var isDismissed = false
    var settings: StoreSettings
    /// The checks of another library's feature.
    var foreign: (any ForeignFeature<State>)?

    /// The state that the store shows.
    var visible: State { inClosure ?? current }
  }

  private let content: Lock<RuntimeConfined<Content>>

  init(_ state: State, _ settings: StoreSettings) {
    content = Lock(RuntimeConfined(Content(current: state, settings: settings)))
  }

  /// Reads the content. `read` must not run code of the app, because it is called under the lock. It is a closure: generic
  /// code creates a key path anew at each use, which takes 2 µs (`make bench`, "send and receive").
  func read<R>(_ read: (Content) -> R) -> R {
    content.withLock { RuntimeConfined(read($0.value)) }.value
  }

  /// Adds a step, and possibly shows the state after it.
  func append(_ step: Step<Action>, showing state: State?) {
    change(showing: state) { content in
      content.history.append(step)
      if state != nil { content.step = content.history.count - 1 }
    }
  }

  /// Shows the state after a step.
  func show(_ state: State, after step: Int) {
    change(showing: state) { $0.step = step }
  }

  /// Shows the state that an assert closure is applied to. `nil` after the closure.
  func showInClosure(_ state: State?) {
    var state = state
    change { swap(&$0.inClosure, &state) }
  }

  /// Changes the settings, or that the root feature is dismissed. The former settings are released by the caller, after the
  /// lock.
  @discardableResult
  func change<R>(_ change: (inout Content) -> R) -> R {
    content.withLock { RuntimeConfined(change(&$0.value)) }.value
  }

  private func change(showing state: State?, _ change: (inout Content) -> Void) {
    // The state that was shown is released after the lock: the release may run the `deinit` of one of the app's classes.
    var former = state
    self.change { content in
      change(&content)
      if let state {
        former = content.current
        content.current = state
      }
    }
    withExtendedLifetime(former) {}
  }
}

/// The settings of a store.
struct StoreSettings: Sendable {
  var exhaustivity: Exhaustivity
  var dependencies: DependencyValues
  var timeout = Duration.seconds(1)
  var jobLimit = EffectScheduler.jobLimit
}

extension StoreSnapshot {
  /// The action of a step, or `nil` if there is no such step.
  func action(ofStep step: Int) -> Action? {
    read { $0.history.indices.contains(step) ? $0.history[step].action : nil }
  }
}
