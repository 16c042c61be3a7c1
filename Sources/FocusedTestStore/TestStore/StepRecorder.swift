import Core

/// Records every step of a store in its journal, and explains issues by the steps that caused them.
package final class StepRecorder<State, Action>: RuntimeObserver, IssueExplainer {
  /// The steps of the store, and their actions. Only the holder of the turn changes them, and reads them without the lock.
  private(set) var journal = Journal()
  private(set) var actions: [Action] = []
  /// Held while they change, for a task that reads the history meanwhile.
  private let journalLock = Lock(())
  /// The steps that have been shown as the history. A read adds those since the last one.
  private var shownSteps: [Step<Action>] = []
  private var states: KeptStates<State>
  /// Whether each received action must be asserted, so that every state has to be kept.
  var keepsAllStates: Bool
  /// The actions that an issue reported as not received, and that may come later, before the next send.
  private var missed: [(Action) -> Bool] = []
  /// The states that the store's properties show.
  let published: PublishedState<State>
  package var isDismissed: Bool { published.isDismissed }
  var told = ToldIssues()
  var generators: CountableGenerators
  /// Where the generators stood before the next reduction.
  private var positions: GeneratorPositions
  /// The line of the latest send by the whole store, which shows its name.
  private var callSiteOfStore: CallSite?
  let scopes = KnownScopes<State, Action>()
  let scheduler: EffectScheduler
  private let creation: CallSite
  /// Listens to the steps, if anything does.
  let listener: (any StoreListener<State, Action>)?

  init(
    state: State, generators: CountableGenerators, keepsAllStates: Bool,
    scheduler: EffectScheduler, creation: CallSite, reducer: Any.Type? = nil
  ) {
    self.states = KeptStates(state, after: -1)
    self.published = PublishedState(state)
    self.generators = generators
    self.positions = generators.positions
    self.keepsAllStates = keepsAllStates
    self.scheduler = scheduler
    self.creation = creation
    listener = Listeners.ofProcess?.listener(
      ofStoreCreatedAt: creation, reducer: reducer, waits: scheduler.waits)
  }

  /// The number of actions that were reduced.
  package var stepCount: Int { journal.stepCount }

  /// All steps, for any task.
  var history: [Step<Action>] {
    journalLock.withLock { _ in
      for step in shownSteps.count..<stepCount {
        shownSteps.append(Step(action: actions[step], record: journal.records[step]))
      }
      return RuntimeConfined(shownSteps)
    }.value
  }

  func record(_ change: (inout Journal) -> Void) {
    journalLock.withLock { _ in change(&journal) }
  }

  // MARK: - Observing

  package var effectWatch: (any EffectWatch)? { listener?.effectWatch }
  package var intervention: (any RuntimeIntervention<State, Action>)? { listener?.intervention }

  package func willReduce(_ action: Action, in state: State) {
    let step = stepCount
    scheduler.issues.reducing(step: step)
    listener?.willReduce(action, in: state)
    guard journal.hasReceived else { return }
    states.keep(
      state, after: step - 1, inDrain: scheduler.drainCount, all: keepsAllStates)
  }

  package func didReduce(_ action: Action, from source: ActionSource, to state: State) {
    scheduler.issues.reducing(step: nil)
    published.show(live: state)
    let step = stepCount
    let isPassedOver = keepsAllStates && !source.isOutside && takeMiss(of: action)
    let positionsInStep = generators.positions(inStepFrom: positions)
    positions = generators.positions
    journalLock.withLock { _ in
      actions.append(action)
      journal.append(from: source, generators: positionsInStep, isPassedOver: isPassedOver)
    }
    listener?.didReduce(action, from: source, to: state)
    scopes.watch(state, step: step, sentAt: source.isOutside ? journal.lastCallSite : nil)
    if source.isOutside { receivedLeadOn(from: state, after: step) }
  }

  package func didDismiss(by effect: EffectOrigin) {
    published.showDismissal()
    listener?.didDismiss(by: effect)
  }

  package func didStop(_ runaway: Runaway) {
    scheduler.issues.report(
      ReportedIssue(
        FailureMessages.neverRests(
          limit: runaway.limit, effects: runaway.effects,
          lastActions: Array(actions.suffix(64))),
        at: journal.lastCallSite ?? creation))
  }

  package func name(ofStep step: Int) -> String? {
    let action = journalLock.withLock { _ in
      RuntimeConfined(actions.indices.contains(step) ? actions[step] : nil)
    }
    return action.value.map { FailureMessages.name($0) }
  }

  // MARK: - Since the last send

  /// Drops what was received, and takes a state for the one that the next received actions lead on from.
  func restart(by start: JournalStart, at state: State) {
    record { $0.restart(by: start) }
    receivedLeadOn(from: state, after: stepCount - 1)
  }

  private func receivedLeadOn(from state: State, after step: Int) {
    states.restart(from: state, after: step)
    missed = []
  }

  /// The state after a step since the last send, unless it is no longer kept.
  func state(after step: Int, present: State) -> State? {
    step == stepCount - 1 ? present : states.state(after: step)
  }

  /// The state before a received step, unless it is no longer kept.
  func state(before step: Int) -> State? { states.state(after: step - 1) }

  /// Records that an action was reported as not received. If it comes later, before the next send, it need
  /// not be asserted.
  func miss(_ isMatch: @escaping (Action) -> Bool) {
    missed.append(isMatch)
  }

  private func takeMiss(of action: Action) -> Bool {
    guard let index = missed.firstIndex(where: { $0(action) }) else { return false }
    missed.remove(at: index)
    return true
  }

  func willSend(by call: TestCall<State, Action>) {
    record { $0.willSend(at: call.callSite) }
    if call.lens == nil { callSiteOfStore = call.callSite }
    listener?.willSend(at: call.callSite, by: call.lens)
  }

  /// What the test calls the store.
  var storeName: String { callSiteOfStore.flatMap(CallLine.init)?.receiver ?? "store" }

  /// Whether a step is the latest send, or follows from it.
  func isOfLastSend(_ step: Int) -> Bool { journal.root(of: step) == journal.lastSent }

  func didAssert(
    _ step: Int, isStandIn: Bool = false, by call: TestCall<State, Action>
  ) {
    record { $0.assert(step, isStandIn: isStandIn, at: call.callSite) }
    listener?.didExpect(step, at: call.callSite, by: call.lens)
  }

  /// Adds the step that caused it to an issue.
  func explain(_ issue: ReportedIssue, _ cause: IssueCause) -> ReportedIssue {
    if !cause.isEffect, issue.severity == .error { told.failedSteps.insert(cause.step) }
    guard actions.indices.contains(cause.step) else { return issue }
    let root = journal.root(of: cause.step)
    return FailureMessages.explained(
      issue, by: actions[cause.step], isInEffect: cause.isEffect,
      sent: root == cause.step ? nil : actions[root],
      at: journal.callSite(of: root) ?? (root == journal.lastSent ? journal.lastCallSite : nil))
  }
}
