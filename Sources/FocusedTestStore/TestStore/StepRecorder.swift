import Core

/// Records every step of a store, and explains issues by the steps that caused them.
package final class StepRecorder<State, Action>: RuntimeObserver, IssueExplainer {
  /// The actions of all steps. What they come from is kept apart: a step costs one look-up of a generic
  /// type less than with an array of ``Step``.
  private(set) var actions: [Action] = []
  /// Where the steps come from, and the lines that sent or asserted them.
  private(set) var trace = StepTrace()
  /// How many actions were reduced.
  package var stepCount: Int { trace.stepCount }
  /// Held while a step is added, for a task that reads the history meanwhile. The holder of the turn reads without it.
  private let stepLock = Lock(())
  let received: ReceivedActionLog<State, Action>
  /// Whether each received action must be asserted, so that every state has to be kept.
  var keepsAllStates: Bool
  /// The states that the store's properties show.
  let published: PublishedState<State>
  package var isDismissed: Bool { published.isDismissed }
  var told = ToldIssues()
  var generators: CountableGenerators
  /// Where the generators stood before the next reduction.
  private var positions: GeneratorPositions
  /// The state right after the last send, from which the received actions led on.
  private var sentState: State
  /// Whether anything has been received since; most steps need not ask the log for more.
  private var hasReceived = false
  private var latestDrain = 0
  /// The line of the latest send by the whole store, which shows its name.
  private var callSiteOfStore: CallSite?
  let parts = KnownParts<State, Action>()
  private let scheduler: EffectScheduler
  private let creation: CallSite
  /// What watches the store for the ledger, if one is written.
  let behaviors: BehaviorRecorder<State, Action>?
  /// What keeps an outcome from coming about, if the test run has mutants.
  let mutants: MutantInjector<State, Action>?

  init(
    state: State, generators: CountableGenerators, keepsAllStates: Bool,
    scheduler: EffectScheduler, creation: CallSite, reducer: Any.Type? = nil
  ) {
    self.received = ReceivedActionLog()
    self.sentState = state
    self.published = PublishedState(state)
    self.generators = generators
    self.positions = generators.positions
    self.keepsAllStates = keepsAllStates
    self.scheduler = scheduler
    self.creation = creation
    behaviors = .ofNewStore(createdAt: creation, reducer: reducer, traced: scheduler.traced)
    mutants = .ofNewStore(createdAt: creation)
  }

  var history: [Step<Action>] {
    stepLock.withLock { _ in
      RuntimeConfined(
        actions.enumerated().map { step, action in
          Step(action: action, origin: trace.origin(of: step), effect: trace.sender(of: step))
        })
    }.value
  }

  /// What sent the action of a received step.
  func sender(ofStep step: Int) -> Timeline<Action>.Sender {
    if let effect = trace.sender(of: step) { return .effect(effect) }
    guard let cause = trace.cause(of: step) else {
      preconditionFailure("A received step has a cause (step \(step) was sent)")
    }
    return .reduction(actions[cause])
  }

  // MARK: - Observing

  package var effectWatch: (any EffectWatch)? { behaviors }
  package var intervention: (any RuntimeIntervention<State, Action>)? { mutants }

  package func willReduce(_ action: Action, in state: State) -> Bool {
    scheduler.issues.reducing(step: trace.stepCount)
    behaviors?.willReduce(action, in: state)
    guard hasReceived else { return true }
    let drain = scheduler.drainCount
    if drain != latestDrain { received.endBurst() }
    latestDrain = drain
    return received.keep(state, all: keepsAllStates)
  }

  package func didReduce(_ action: Action, from source: ActionSource, to state: State) {
    scheduler.issues.reducing(step: nil)
    published.live = state
    let step = trace.stepCount
    let positionsBefore = positions
    positions = generators.positions
    stepLock.withLock { _ in
      actions.append(action)
      trace.note(source)
    }
    behaviors?.didReduce(action, from: source, to: state)
    if case .outside = source {
      if !parts.isEmpty { parts.watch(state, step: step, sentAt: trace.lastCallSite) }
      return restart(by: .send, at: state)
    }
    if !parts.isEmpty { parts.watch(state, step: step, sentAt: nil) }
    hasReceived = true
    received.append(
      action, step: step, generators: generators.positions(inStepFrom: positionsBefore))
  }

  package func didDismiss(by effect: EffectOrigin) {
    published.isDismissed = true
    behaviors?.didDismiss(by: effect)
  }

  package func didStop(_ runaway: Runaway) {
    scheduler.issues.report(
      ReportedIssue(
        FailureMessages.neverRests(
          limit: runaway.limit, effects: runaway.effects,
          lastActions: Array(actions.suffix(64))),
        at: trace.lastCallSite ?? creation))
  }

  package func name(ofStep step: Int) -> String? {
    actions.indices.contains(step) ? FailureMessages.name(actions[step]) : nil
  }

  // MARK: - Since the last send

  /// Drops what was received, and takes a state for the one that the next received actions lead on from.
  func restart(by start: LogStart, at state: State) {
    sentState = state
    hasReceived = false
    received.restart(by: start)
  }

  /// The state before an entry's reduction, unless it is no longer kept.
  func state(before index: Int) -> State? {
    index == 0 ? sentState : received.state(after: index - 1)
  }

  func willSend(at callSite: CallSite, by part: (any StorePart<State, Action>)?) {
    trace.willSend(at: callSite)
    if part == nil { callSiteOfStore = callSite }
    mutants?.willSend(at: callSite, by: part)
    // The send drops what was received, so that no state has to be kept.
    hasReceived = false
  }

  /// What the test calls the store.
  var storeName: String { callSiteOfStore.flatMap(CallLine.init)?.receiver ?? "store" }

  func didStartEffects(at callSite: CallSite, inFlight: () -> [RunningEffect]) {
    trace.didStartEffects(at: callSite, inFlight: inFlight)
  }

  var lastSend: Timeline<Action>.LastSend? {
    trace.lastSent.map {
      Timeline.LastSend(action: actions[$0], hasStartedEffects: trace.hasLastSendStartedEffects)
    }
  }

  /// Whether a step is the latest send, or follows from it.
  func isOfLastSend(_ step: Int) -> Bool { trace.root(of: step) == trace.lastSent }

  func didAssert(
    at index: Int, isStandIn: Bool = false, by part: (any StorePart<State, Action>)?,
    callSite: CallSite
  ) {
    received.markAsserted(at: index, isStandIn: isStandIn)
    let step = received.marks.step(at: index)
    trace.didAssert(step, at: callSite)
    mutants?.didAssert(step, at: callSite, by: part)
  }

  /// The step that the state of the latest assertion is of, where each received action must be asserted.
  var assertedStep: Int? {
    received.marks.furthestAsserted.map { received.marks.step(at: $0) } ?? trace.lastSent
  }

  /// Adds the step that caused it to an issue.
  func explain(_ issue: ReportedIssue, _ cause: IssueCause) -> ReportedIssue {
    if !cause.isEffect, issue.severity == .error { told.failedSteps.insert(cause.step) }
    guard actions.indices.contains(cause.step) else { return issue }
    let root = trace.root(of: cause.step)
    return FailureMessages.explained(
      issue, by: actions[cause.step], isInEffect: cause.isEffect,
      sent: root == cause.step ? nil : actions[root],
      at: trace.callSite(of: root) ?? (root == trace.lastSent ? trace.lastCallSite : nil))
  }
}
