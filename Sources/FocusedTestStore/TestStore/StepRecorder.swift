import Core

/// Records every step of a store in its journal, and explains issues by the steps that caused them.
package final class StepRecorder<State, Action>: RuntimeObserver {
  /// The steps of the store, and their actions. Only the holder of the turn changes them, and it reads them without the
  /// lock.
  private(set) var journal = Journal()
  private(set) var actions: [Action] = []
  /// Held during changes of the journal, because another task can read the history.
  private let journalLock = Lock(())
  /// The steps that were already returned as the history. Each read adds the new steps.
  private var shownSteps: [Step<Action>] = []
  private var states: KeptStates<State>
  /// Whether each received action must be asserted, so that every state has to be kept.
  var keepsAllStates: Bool
  /// The actions that an issue reported as not received, and that may still arrive before the next send. Noted only
  /// where each received action must be asserted.
  private var missed: [(Action) -> Bool] = []
  /// The states that the store's properties show.
  let published: PublishedState<State>
  package var isDismissed: Bool { published.isDismissed }
  var reported = ReportedCauses()
  var generators: CountableGenerators
  /// The positions of the generators before the next reduction.
  private var positions: GeneratorPositions
  /// The line of the latest send of the store itself, whose source contains the store's name.
  private var callSiteOfStore: CallSite?
  let scopes = KnownScopes<State, Action>()
  let scheduler: EffectScheduler
  private let creation: CallSite
  /// The listener of the steps, if there is one.
  let listener: (any StoreListener<State, Action>)?

  init(
    state: State, generators: CountableGenerators, keepsAllStates: Bool,
    scheduler: EffectScheduler, creation: CallSite, reducer: Any.Type? = nil
  ) {
    self.states = KeptStates(after: -1)
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

  package var effectWatch: (any EffectWatch)? { listener?.effectWatch }
  package var intervention: (any RuntimeIntervention<State, Action>)? { listener?.intervention }

  package func willReduce(_ action: Action, from source: ActionSource, in state: State) {
    let step = stepCount
    scheduler.issues.reducing(step: step)
    listener?.willReduce(action, in: state)
    if source.isExternal { return }
    states.keep(
      state, after: step - 1, inDrain: scheduler.drainCount, all: keepsAllStates)
  }

  package func didReduce(_ action: Action, from source: ActionSource, to state: State) {
    scheduler.issues.reducing(step: nil)
    published.show(live: state)
    let step = stepCount
    let isPassedOver = keepsAllStates && !source.isExternal && takeMiss(of: action)
    let positionsInStep = generators.positions(inStepFrom: positions)
    positions = generators.positions
    journalLock.withLock { _ in
      actions.append(action)
      journal.append(from: source, generators: positionsInStep, isPassedOver: isPassedOver)
    }
    listener?.didReduce(action, from: source, to: state)
    scopes.watch(state, step: step, sentAt: source.isExternal ? journal.lastCallSite : nil)
    if source.isExternal { receivedLeadOn(from: step) }
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

  /// Drops the received actions.
  func restart(by start: JournalStart) {
    record { $0.restart(by: start) }
    receivedLeadOn(from: stepCount - 1)
  }

  private func receivedLeadOn(from step: Int) {
    states.restart(after: step)
    if keepsAllStates { missed = [] }
  }

  /// The state after a step since the last send, or `nil` if it is no longer kept.
  func state(after step: Int) -> State? {
    step == stepCount - 1 ? published.liveState : states.state(after: step)
  }

  /// The state before a received step, or `nil` if it is no longer kept.
  func state(before step: Int) -> State? { states.state(after: step - 1) }

  /// Records that an action was reported as not received. If it arrives later, before the next send, it need
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

  /// The name of the store in the test.
  var storeName: String { callSiteOfStore.flatMap(CallLine.init)?.receiver ?? "store" }

  /// Whether the test sent the action of a step.
  func isSent(_ step: Int) -> Bool { journal.records[step].source.isExternal }

  /// Whether a step is the latest send, or follows from it.
  func isOfLastSend(_ step: Int) -> Bool { journal.root(of: step) == journal.lastSent }

  /// Notifies the listener of a comparison that passed.
  ///
  /// Steps call it only if there is a listener, because describing states looks up generic types (`make bench`,
  /// "send, no effect"). For the same reason, `before` isn't optional.
  func didCompare(
    _ step: Int, before: State, isBeforeKept: Bool, after: State, isInFull: Bool, hasClosure: Bool,
    by call: TestCall<State, Action>
  ) {
    listener?.didCompare(
      PassedComparison(
        step: step, before: isBeforeKept ? before : nil, after: after, isInFull: isInFull,
        hasClosure: hasClosure, lens: call.lens, callSite: call.callSite))
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

// The issues of a store's steps. The recorder reports them, because the end of a store is reported after the store is
// released.

extension StepRecorder {
  /// - Parameter callSite: The line to report at. The default is that of the last send.
  func reportUnasserted(at callSite: CallSite? = nil) {
    let callSite = callSite ?? journal.lastCallSite ?? creation
    let unasserted = journal.demanded
    guard !unasserted.isEmpty else { return }
    Issues.report(
      FailureMessages.unassertedAtEnd(
        unasserted.map { actions[$0] },
        code: receiveStatements(for: unasserted, below: callSite),
        on: storeName),
      at: callSite)
  }

  /// Reports each effect once, at the line that started it.
  func reportInFlight(_ effects: [RunningEffect], waited: String?) {
    let unreported = reported.takeUnreported(from: effects)
    let callSites = journal.callSites(startingEffectsOf: unreported.map(\.origin.step))
    for (effect, callSite) in zip(unreported, callSites) {
      Issues.report(
        FailureMessages.stillInFlight(
          describe([effect])[0], waited: waited, lastSend: nameOfLastSend, on: storeName),
        at: callSite ?? creation)
    }
  }

  /// The effects that ended before tasks that they started, if all remaining tasks wait for the test.
  ///
  /// For other tasks, only waiting shows whether they end without help from the test.
  var effectsWithParkedTasks: [RunningEffect] {
    scheduler.effectsWithTasks.filter { ($0.lane as? ExecutorLane)?.isLeftParked == true }
  }

  private var nameOfLastSend: String? {
    journal.lastSent.map { FailureMessages.name(actions[$0]) }
  }

  /// Effects in flight, as messages describe them.
  func describe(_ effects: [RunningEffect]) -> [InFlightEffect] {
    effects.map { effect in
      InFlightEffect(
        effect, startedBy: FailureMessages.name(actions[effect.origin.step]),
        isOfLastSend: isOfLastSend(effect.origin.step))
    }
  }

  /// The given effects that ended since the last send.
  func sinceLastSend(_ effects: [EndedEffect]) -> [EndedEffect] {
    effects.filter { $0.stepCount > journal.lastSent ?? -1 }
  }

  /// A wait for the end of effects has ended. Reports effects that should have ended, unless all of them have been
  /// reported.
  ///
  /// - Parameters:
  ///   - effects: The effects that have not ended.
  ///   - root: The sent step from which the effects follow, or `nil` for all effects of the store.
  func didWait(
    for effects: [RunningEffect], root: Int?, _ outcome: WaitOutcome, at callSite: CallSite
  ) {
    if outcome == .happened {
      listener?.didFinish(root: root, at: callSite)
    } else if !reported.takeUnreported(from: effects).isEmpty {
      Issues.report(
        FailureMessages.notFinished(
          describe(effects), waited: outcome.span, lastSend: nameOfLastSend),
        at: callSite)
    }
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

/// Notes on skipped assertions.
extension StepRecorder {
  /// Notes the received actions without an assertion, each at the line of the step before it.
  ///
  /// - Parameter next: The line before which they could have been asserted, if there is one.
  func noteUnasserted(before next: CallSite?) {
    var anchor = journal.lastCallSite ?? creation
    var skipped: [Int] = []
    func noteSkipped(before next: CallSite?) {
      guard !skipped.isEmpty else { return }
      Issues.report(
        FailureMessages.skippedActions(
          skipped.count, before: next,
          code: receiveStatements(for: skipped, below: anchor)),
        severity: .note, at: anchor)
      skipped = []
    }
    for step in journal.received {
      if journal.records[step].isAsserted {
        let callSite = journal.callSite(of: step)
        noteSkipped(before: callSite)
        anchor = callSite ?? anchor
      } else if step > reported.lastNotedStep {
        skipped.append(step)
      }
    }
    noteSkipped(before: next)
    reported.lastNotedStep = max(reported.lastNotedStep, stepCount - 1)
  }

  /// Notes the effects that outlive the test, each at the line of the step that started it.
  func noteInFlight(_ effects: [RunningEffect]) {
    let callSites = journal.callSites(startingEffectsOf: effects.map(\.origin.step))
      .map { $0 ?? creation }
    for callSite in callSites.withoutRepetitions {
      let effects = zip(effects, callSites).filter { $0.1 == callSite }.map(\.0)
      Issues.report(
        FailureMessages.skippedEffects(describe(effects), on: storeName), severity: .note,
        at: callSite)
    }
  }

  /// The `receive` statements for received actions, with the changes that each of them made.
  func receiveStatements(for steps: [Int], below callSite: CallSite) -> [String] {
    let limit = 16
    let store = storeName
    let code = steps.prefix(limit).flatMap { step in
      let action = actions[step]
      guard let before = state(before: step), let after = state(after: step)
      else { return AssertionCode.call(action, isSent: false, on: store) }
      return scopes.receive(action, before: before, after: after, below: callSite)
        ?? AssertionCode.call(
          action, isSent: false, on: store,
          assigning: AssertionCode.statements(from: before, to: after))
    }
    return steps.count > limit ? code + ["// … and \(steps.count - limit) more actions"] : code
  }
}
