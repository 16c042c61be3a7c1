import Core

/// The settings of a store, which any task may read and set.
///
/// A setting that changes while a call runs takes effect when that call ends.
final class StoreSettings: Sendable {
  struct Values: Sendable {
    var exhaustivity: Exhaustivity
    var dependencies: DependencyValues {
      didSet { dependencyChanges += 1 }
    }
    var timeout = Duration.seconds(1)
    var jobLimit: Int
    var outsideTurns: Int
    fileprivate(set) var dependencyChanges = 0
  }

  private struct Content {
    var wanted: Values
    var effective: Values
    /// The effective dependencies as assert closures see them, once one has run.
    var rewindable: RewindableDependencies?
  }

  private let content: Lock<Content>

  init(_ values: Values) {
    content = Lock(Content(wanted: values, effective: values))
  }

  /// The latest settings of the test.
  var wanted: Values { content.withLock { $0.wanted } }
  /// The checks of the store.
  var plan: CheckPlan { CheckPlan(content.withLock { $0.effective.exhaustivity }) }

  var effectiveDependencies: DependencyValues { content.withLock { $0.effective.dependencies } }

  func set(_ change: (inout Values) -> Void) {
    // Old values are released after the lock, because that may run code of the app.
    _ = content.withLock { content in
      let old = content
      change(&content.wanted)
      return old
    }
  }

  /// Applies the settings that the test has set. Returns the values before and after.
  func apply() -> (old: Values, new: Values) {
    let old = content.withLock { content in
      let old = content
      content.effective = content.wanted
      if old.effective.dependencyChanges != content.effective.dependencyChanges {
        content.rewindable = nil
      }
      return old
    }
    return (old.effective, old.wanted)
  }

  /// The dependencies of assert closures.
  var rewindableDependencies: RewindableDependencies {
    if let known = content.withLock({ $0.rewindable }) { return known }
    let effective = content.withLock { $0.effective }
    // Created without the lock, because creating it runs the app's code.
    let rewindable = RewindableDependencies(effective.dependencies)
    return content.withLock { content in
      if let known = content.rewindable { return known }
      guard content.effective.dependencyChanges == effective.dependencyChanges else {
        return rewindable
      }
      content.rewindable = rewindable
      return rewindable
    }
  }
}

/// The checks that an exhaustivity requires of a step, of received actions, and of the end of a test.
struct CheckPlan: Sendable {
  /// Whether the state before a step, with the closure applied, must equal the state after it in
  /// every field. If not, the fields are compared that the closure changes.
  let comparesEveryField: Bool
  /// Whether each received action must be asserted, in the order received. Then the state is that of the
  /// last asserted step, and every state is kept until then.
  let demandsReceived: Bool
  /// Whether each effect must have ended when the test does.
  let demandsEnds: Bool
  /// Whether skipped assertions are noted, as code to paste.
  let notesSkipped: Bool

  init(_ exhaustivity: Exhaustivity) {
    comparesEveryField = exhaustivity.checks.contains(.stateChanges)
    demandsReceived = exhaustivity.checks.contains(.receivedActions)
    demandsEnds = exhaustivity.checks.contains(.inFlightEffects)
    notesSkipped = exhaustivity.showsSkippedAssertions
  }

  /// Whether both have the same checks, independent of notes.
  func checksTheSame(as other: CheckPlan) -> Bool {
    (comparesEveryField, demandsReceived, demandsEnds)
      == (other.comparesEveryField, other.demandsReceived, other.demandsEnds)
  }
}

/// The states that the properties of a store show, for any task.
///
/// Each step publishes its state when it is over. So a property that is read while another task drives the store has the
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
          live: live, current: (current, assertedStep ?? stepCount - 1), visible: visible,
          isInClosure: isInClosure, isDismissed: hasDismissed))
    }.value
  }

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

  /// Shows the state after the last asserted step, until ``showLiveStates()``.
  func show(asserted state: State, after step: Int) {
    show(current: state, assertedStep: step)
  }

  /// Shows the live state, from now on after each step.
  func showLiveStates() {
    show(current: now.live, assertedStep: nil)
  }

  private func show(current state: State, assertedStep step: Int?) {
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
