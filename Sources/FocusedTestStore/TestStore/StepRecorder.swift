import Core
import Synchronization

/// Records every step of a store in its journal, and explains issues by the steps that caused them.
package final class StepRecorder<State, Action>: RuntimeObserver {
  /// The steps of the store, and their actions. Only the holder of the turn changes them, and it reads them without the
  /// lock.
  private(set) var journal = Journal()
  private(set) var actions: [Action] = []
  /// Held during changes of the journal, because another task can read the history.
  let journalLock = Lock(())
  private var states = KeptStates<State>()
  /// The state after the last step.
  private var live: State
  /// The last asserted step, if received actions must be asserted. The store's properties show the state after it, and
  /// each later state is kept.
  private(set) var assertedStep: Int?
  /// The states that the store's properties show.
  let published: PublishedState<State>
  private let dismissal = Atomic(false)
  /// Whether an effect has dismissed the root feature.
  package var isDismissed: Bool { dismissal.load(ordering: .relaxed) }
  var reported = ReportedCauses()
  var generators: CountableGenerators
  /// The positions of the generators before the next reduction.
  private var positions: GeneratorPositions
  /// The lens of the scoped store that made the latest send, if one did.
  private var sender: StoreLens<State, Action>?
  let scheduler: EffectScheduler
  let creation: CallSite
  /// The intervention in the steps, if there is one.
  package let intervention: (any RuntimeIntervention<State, Action>)?
  private let listeners: [any StoreListener<State, Action>]
  /// Adds the steps to a run under a schedule.
  private let didStep = CurrentRun.value?.stepListener()

  /// Creates a recorder. The store's dependencies are current.
  init<R: Reducer<State, Action>>(
    state: State, generators: CountableGenerators, scheduler: EffectScheduler,
    creation: CallSite, reducer: R
  ) {
    live = state
    published = PublishedState(state)
    self.generators = generators
    self.positions = generators.positions
    self.scheduler = scheduler
    self.creation = creation
    let listener = Listeners.ofProcess?.listener(
      ofStoreCreatedAt: creation, reducer: R.self, waits: scheduler.waits)
    let intervention = Listeners.ofProcess?.intervention(
      inStoreCreatedAt: creation, reducer: reducer)
    self.intervention = intervention
    var listeners: [any StoreListener<State, Action>] = []
    if let listener { listeners.append(listener) }
    if let intervention { listeners.append(intervention) }
    self.listeners = listeners
  }

  /// The number of actions that were reduced.
  package var stepCount: Int { journal.stepCount }

  /// All steps, for any task.
  var history: [Step<Action>] {
    journalLock.withLock { _ in RuntimeConfined(actions.indices.map(step)) }.value
  }

  func step(_ step: Int) -> Step<Action> {
    Step(action: actions[step], record: journal.records[step])
  }

  func record(_ change: (inout Journal) -> Void) {
    journalLock.withLock { _ in change(&journal) }
  }

  // MARK: - Observing

  package var explainsEffects: Bool { true }

  /// Whether anything listens to the store.
  var hasListeners: Bool { !listeners.isEmpty }

  /// Notifies the listeners of an event.
  ///
  /// Most stores have none, and create no event, because that looks up generic types (`make bench`, "send, no effect").
  func notify(_ event: @autoclosure () -> StoreEvent<State, Action>) {
    if listeners.isEmpty { return }
    let event = event()
    for listener in listeners { listener.on(event) }
  }

  package func willReduce(_ action: Action, from source: ActionSource, in state: State) {
    let step = stepCount
    scheduler.issues.reducing(step: step)
    notify(.willReduce(action, in: state))
    if source.isExternal { return }
    states.keep(
      state, after: step - 1, inDrain: scheduler.drainCount, all: assertedStep != nil)
  }

  package func didReduce(_ action: Action, from source: ActionSource, to state: State) {
    didStep?(action, source, state)
    scheduler.issues.reducing(step: nil)
    live = state
    if assertedStep == nil {
      published.show(state, after: stepCount)
    } else if source.isExternal {
      show(asserted: state, after: stepCount)
    }
    let step = generators.positions(inStepFrom: positions)
    positions = step.end
    journalLock.withLock { _ in
      actions.append(action)
      journal.append(from: source, generators: step.start)
    }
    notify(.didReduce(action, from: source, to: state))
    if source.isExternal { states.restart() }
  }

  package func on(_ event: EffectEvent) {
    notify(.effect(event))
    switch event {
    case .dismissed: dismissal.store(true, ordering: .relaxed)
    case .stopped(let effects, let limit):
      scheduler.issues.report(
        ReportedIssue(
          FailureMessages.neverRests(
            limit: limit, effects: effects, lastActions: Array(actions.suffix(6))),
          at: journal.lastCallSite ?? creation))
    case .started, .cancelled, .ended: break
    }
  }

  /// The name of a step's action in messages. Called from any thread.
  func name(ofStep step: Int) -> String? {
    let action = journalLock.withLock { _ in
      RuntimeConfined(actions.indices.contains(step) ? actions[step] : nil)
    }
    return action.value.map { FailureMessages.name($0) }
  }

  // MARK: - Since the last send

  /// Drops the received actions.
  func restart(by start: JournalStart) {
    record { $0.restart(by: start) }
    states.restart()
  }

  /// The state after a step since the last send, or `nil` if it is no longer kept.
  func state(after step: Int) -> State? {
    step == stepCount - 1 ? live : states.state(after: step)
  }

  /// Shows the state after an asserted step. With `nil`, it is the live state, and later live states follow.
  func show(asserted state: State, after step: Int?) {
    assertedStep = step
    published.show(state, after: step ?? stepCount - 1)
  }

  /// The state before a received step, or `nil` if it is no longer kept.
  func state(before step: Int) -> State? { states.state(after: step - 1) }

  func willSend(by call: TestCall<State, Action>) {
    positions = generators.positions
    record { $0.willSend(at: call.callSite) }
    sender = call.lens
    notify(.willSend(at: call.callSite, by: call.lens))
  }

  /// The name of the store in the test.
  var storeName: String {
    sender?.store ?? journal.lastCallSite.flatMap(CallLine.init)?.receiver ?? "store"
  }

  /// Whether the test sent the action of a step.
  func isSent(_ step: Int) -> Bool { journal.records[step].source.isExternal }

  /// Notifies the listeners of a comparison that passed.
  func didCompare(
    _ step: Int, after: State, isInFull: Bool, hasClosure: Bool, by call: TestCall<State, Action>
  ) {
    notify(
      .didCompare(
        PassedComparison(
          step: step, after: after, isInFull: isInFull, hasClosure: hasClosure, lens: call.lens,
          callSite: call.callSite)))
  }

  /// Adds the step that caused an issue to the issue.
  func explain(_ issue: ReportedIssue, _ cause: IssueCause) -> ReportedIssue {
    if !cause.isEffect, issue.severity == .error { reported.failedSteps.insert(cause.step) }
    guard actions.indices.contains(cause.step) else { return issue }
    let root = journal.root(of: cause.step)
    return FailureMessages.explained(
      issue, by: actions[cause.step], isInEffect: cause.isEffect,
      sent: root == cause.step ? nil : actions[root],
      at: journal.callSite(of: root) ?? (root == journal.lastSent ? journal.lastCallSite : nil))
  }
}

/// The causes that were reported already, so that each cause is one issue.
struct ReportedCauses {
  /// The effects that have been reported to be in flight.
  private var effects: Set<Int> = []
  /// The steps in which the reducer itself reported an error. Another difference right after such a
  /// step can be a consequence of it.
  var failedSteps: Set<Int> = []
  /// The last step that a note on skipped actions has covered.
  var lastNotedStep = -1

  /// The effects that were not yet reported to be in flight. They count as reported from now on.
  mutating func takeUnreported(from inFlight: [RunningEffect]) -> [RunningEffect] {
    inFlight.filter { effects.insert($0.origin.id).inserted }
  }
}

/// The states that the properties of a store show, for any task.
///
/// Each completed step publishes its state. So a property that is read while another task drives the store has the
/// state of the last completed step.
final class PublishedState<State>: Sendable {
  struct Snapshot {
    /// The state that the store shows outside assert closures, and the latest step in it.
    var current: State
    var step = -1
    /// In an assert closure, the state before the closure's step.
    var inClosure: State?
    /// The state that the store shows.
    var visible: State { inClosure ?? current }
  }

  private let snapshot: Lock<RuntimeConfined<Snapshot>>

  init(_ state: State) {
    snapshot = Lock(RuntimeConfined(Snapshot(current: state)))
  }

  var now: Snapshot { snapshot.withLock { $0 }.value }

  /// Shows the state after a step.
  func show(_ state: State, after step: Int) {
    change {
      $0.current = state
      $0.step = step
    }
  }

  /// Shows the state that an assert closure is applied to. `nil` after the closure.
  func showInClosure(_ state: State?) {
    change { $0.inClosure = state }
  }

  private func change(_ change: (inout Snapshot) -> Void) {
    // The old states are released after the lock: the release may run the `deinit` of one of the app's classes.
    _ = snapshot.withLock { snapshot in
      let old = snapshot
      change(&snapshot.value)
      return old
    }
  }
}
