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
  /// The steps that were already returned as the history. Each read adds the new steps.
  private var shownSteps: [Step<Action>] = []
  private var states = KeptStates<State>()
  /// The states that the store's properties show.
  let published: PublishedState<State>
  private let dismissal = Atomic(false)
  /// Whether an effect has dismissed the root feature.
  package var isDismissed: Bool { dismissal.load(ordering: .relaxed) }
  var reported = ReportedCauses()
  var generators: CountableGenerators
  /// The positions of the generators before the next reduction.
  private var positions: GeneratorPositions
  /// The positions at which the latest step began to generate IDs.
  private(set) var positionsInStep: GeneratorPositions
  /// The line of the latest send of the store itself, whose source contains the store's name.
  private var callSiteOfStore: CallSite?
  let scheduler: EffectScheduler
  let creation: CallSite
  /// The listener of the steps, if there is one.
  let listener: (any StoreListener<State, Action>)?
  /// The intervention in the steps, if there is one.
  let storeIntervention: (any StoreIntervention<State, Action>)?
  /// Adds the steps to a run under a schedule.
  private let didStep = CurrentRun.value?.stepListener()

  init(
    state: State, generators: CountableGenerators, scheduler: EffectScheduler,
    creation: CallSite, reducer: Any.Type
  ) {
    self.published = PublishedState(state)
    self.generators = generators
    self.positions = generators.positions
    self.positionsInStep = positions
    self.scheduler = scheduler
    self.creation = creation
    listener = Listeners.ofProcess?.listener(
      ofStoreCreatedAt: creation, reducer: reducer, waits: scheduler.waits)
    storeIntervention = Listeners.ofProcess?.intervention(inStoreCreatedAt: creation)
  }

  /// The number of actions that were reduced.
  package var stepCount: Int { journal.stepCount }

  /// All steps, for any task.
  var history: [Step<Action>] {
    journalLock.withLock { _ in
      for step in shownSteps.count..<stepCount {
        shownSteps.append(self.step(step))
      }
      return RuntimeConfined(shownSteps)
    }.value
  }

  func step(_ step: Int) -> Step<Action> {
    Step(action: actions[step], record: journal.records[step])
  }

  func record(_ change: (inout Journal) -> Void) {
    journalLock.withLock { _ in change(&journal) }
  }

  // MARK: - Observing

  package var effectWatch: (any EffectWatch)? { listener }
  package var intervention: (any RuntimeIntervention<State, Action>)? { storeIntervention }

  package func willReduce(_ action: Action, from source: ActionSource, in state: State) {
    let step = stepCount
    scheduler.issues.reducing(step: step)
    listener?.willReduce(action, in: state)
    if source.isExternal { return }
    states.keep(
      state, after: step - 1, inDrain: scheduler.drainCount, all: published.assertedStep != nil)
  }

  package func didReduce(_ action: Action, from source: ActionSource, to state: State) {
    didStep?(action, source, state)
    scheduler.issues.reducing(step: nil)
    published.show(live: state, isSent: source.isExternal)
    (positionsInStep, positions) = generators.positions(inStepFrom: positions)
    journalLock.withLock { _ in
      actions.append(action)
      journal.append(from: source, generators: positionsInStep)
    }
    listener?.didReduce(action, from: source, to: state)
    if source.isExternal { states.restart() }
  }

  package func didDismiss(by effect: EffectOrigin) {
    dismissal.store(true, ordering: .relaxed)
    listener?.didDismiss(by: effect)
  }

  package func didStop(_ effects: [EffectOrigin], atLimit limit: Int) {
    scheduler.issues.report(
      ReportedIssue(
        FailureMessages.neverRests(
          limit: limit, effects: effects, lastActions: Array(actions.suffix(6))),
        at: journal.lastCallSite ?? creation))
  }

  package func name(ofStep step: Int) -> String? {
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
    step == stepCount - 1 ? published.live : states.state(after: step)
  }

  /// The state before a received step, or `nil` if it is no longer kept.
  func state(before step: Int) -> State? { states.state(after: step - 1) }

  func willSend(by call: TestCall<State, Action>) {
    positions = generators.positions
    record { $0.willSend(at: call.callSite) }
    if call.lens == nil { callSiteOfStore = call.callSite }
    storeIntervention?.willSend(at: call.callSite, by: call.lens)
  }

  /// The name of the store in the test.
  var storeName: String { callSiteOfStore.flatMap(CallLine.init)?.receiver ?? "store" }

  /// Whether the test sent the action of a step.
  func isSent(_ step: Int) -> Bool { journal.records[step].source.isExternal }

  /// Notifies the listener of a comparison that passed.
  ///
  /// Steps call it only if there is a listener, because describing states looks up generic types (`make bench`,
  /// "send, no effect").
  func didCompare(
    _ step: Int, after: State, isInFull: Bool, hasClosure: Bool, by call: TestCall<State, Action>
  ) {
    listener?.didCompare(
      PassedComparison(
        step: step, after: after, isInFull: isInFull, hasClosure: hasClosure, lens: call.lens,
        callSite: call.callSite))
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
final class PublishedState<State> {
  struct Values {
    /// The state that the store shows outside assert closures, and the latest step in it.
    let current: (state: State, step: Int)
    /// The state that the store shows: in an assert closure, the one before the closure's step.
    let visible: State
    let isInClosure: Bool
  }

  // Three states instead of optional ones: a swap is faster than a look-up of a generic type, in each step.
  /// The state after the last step. Only the holder of the turn changes it, and it reads it without the lock.
  private(set) var live: State
  private var current: State
  private var visible: State
  /// The last asserted step, while received actions are checked. Then the current state is the one after that step, and
  /// every later state is kept. Like `live`, it takes no lock for the holder of the turn.
  private(set) var assertedStep: Int?
  private var isInClosure = false
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

  // Each method swaps the states under the lock, and releases the old ones after it: the release may run the
  // `deinit` of one of the app's classes.

  /// Shows the state after another step.
  ///
  /// - Parameter isSent: Whether the test sent the step's action. Such a step is asserted at once.
  func show(live state: State, isSent: Bool) {
    var state = state
    var current = state
    var visible = state
    lock.withLock { _ in
      stepCount += 1
      swap(&live, &state)
      if assertedStep != nil {
        guard isSent else { return }
        assertedStep = stepCount - 1
      }
      swap(&self.current, &current)
      if !isInClosure { swap(&self.visible, &visible) }
    }
  }

  /// Shows a state, as the one after an asserted step. With `nil`, it is the live state, and later live states follow.
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
}
