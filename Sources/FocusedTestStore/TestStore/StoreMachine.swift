import Core

/// Everything that changes in a store: its runtime, the record of its steps, its settings, and the reported causes.
///
/// It isn't `Sendable`: only the holder of the turn reaches it, so it needs no lock. Other tasks read the
/// ``StoreSnapshot``.
package final class StoreMachine<State, Action> {
  package let work: StoreWork
  let scheduler: EffectScheduler
  let snapshot: StoreSnapshot<State, Action>
  /// Reduces actions, and starts effects. It refers to the machine, which observes each step.
  package private(set) var runtime: EffectRuntime<State, Action>!
  var journal = Journal()
  private var states = KeptStates<State>()
  /// The settings of the running call.
  private(set) var settings: StoreSettings
  /// The last asserted step, if received actions must be asserted. The store's properties show the state after it, and
  /// each later state is kept.
  private(set) var assertedStep: Int?
  /// Whether an effect has dismissed the root feature.
  package private(set) var isDismissed = false
  /// The latest effects that ended, for messages.
  private(set) var endedEffects: [EndedEffect] = []
  /// The effects that have been reported to be in flight. Each cause is reported once.
  private var reportedEffects: Set<Int> = []
  /// The steps in which the reducer itself reported an error. A difference right after the step can be a consequence of
  /// that error.
  private(set) var failedSteps: Set<Int> = []
  /// The last step that a note on skipped actions has covered.
  var lastNotedStep = -1
  private var generators: CountableGenerators
  /// The positions of the generators before the next reduction.
  private var positions: GeneratorPositions
  /// The state before the step of the running assert closure.
  private var stateOfClosure: State?
  /// The dependencies of assert closures, kept because their creation takes longer than a reduction.
  private var closureDependencies: RewindableDependencies?
  /// The lens of the scoped store that made the latest send, if one did.
  private var sender: StoreLens<State, Action>?
  /// The comparison of states.
  let comparison = Equality<State>()
  /// Whether the fields that no comparison reaches have been named.
  private var hasNamedUncomparedFields = false
  /// The checks of another library's feature.
  var foreign: (any ForeignFeature<State>)?
  let creation: CallSite
  /// Whether the store ends with the running test.
  private var isTracked = false
  package let intervention: (any RuntimeIntervention<State, Action>)?
  private let listeners: [any StoreListener<State, Action>]
  /// Whether anything listens to the store. Even an empty array of listeners looks up its type (`make bench`, "send, no
  /// effect").
  let hasListeners: Bool
  /// Adds the steps to a run under a schedule.
  private let didStep = CurrentRun.value?.stepListener()

  /// Creates a machine. The store's dependencies are current.
  init<R: Reducer<State, Action>>(
    _ work: StoreWork, state: State, reducer: R, settings: StoreSettings,
    createdAt creation: CallSite
  ) {
    TestProcess.observe()
    self.work = work
    scheduler = work.scheduler
    self.settings = settings
    self.creation = creation
    snapshot = StoreSnapshot(state, settings)
    generators = CountableGenerators(of: settings.dependencies)
    positions = generators.positions
    let listener = Listeners.ofProcess?.listener(
      ofStoreCreatedAt: creation, reducer: R.self, waits: scheduler.waits)
    let intervention = Listeners.ofProcess?.intervention(
      inStoreCreatedAt: creation, reducer: reducer)
    self.intervention = intervention
    var listeners: [any StoreListener<State, Action>] = []
    if let listener { listeners.append(listener) }
    if let intervention { listeners.append(intervention) }
    self.listeners = listeners
    hasListeners = !listeners.isEmpty
    StackElementID.exclude(from: settings.dependencies.stackElementID, idsIn: state)
    runtime = EffectRuntime(
      initialState: state, reducer: reducer.reduce, dependencies: settings.dependencies,
      host: scheduler, observer: self)
    if plan.demandsReceived { show(asserted: state, after: -1) }
    work.explain = { [unowned self] in explain($0, $1) }
  }

  /// The dependencies of the running call.
  package var dependencies: DependencyValues { settings.dependencies }
  /// The exhaustivity of the running call.
  var plan: Exhaustivity { settings.exhaustivity }

  // MARK: - Sending

  /// Sends an action that an exploration chose.
  package func sendUserAction(_ action: Action, at callSite: CallSite) {
    send(action, by: TestCall(callSite: callSite)).report?()
  }

  /// Reduces an action, and compares the state with a closure's expectation, before its effects
  /// run.
  ///
  /// - Returns: The effects that follow, the step, and the function that reports a failure after they have run.
  func send(
    _ action: Action, by call: TestCall<State, Action>
  ) -> (effects: EffectGroup?, step: Int, report: (() -> Void)?) {
    let isAbsent = call.lens.map { $0.find(runtime.state) == nil } ?? false
    if isDismissed || isAbsent {
      let refusal =
        isDismissed
        ? FailureMessages.sentAfterDismissal(action)
        : FailureMessages.notSent(action, by: call.lens, named: call.name)
      return (nil, 0, { Issues.report(refusal, at: call.callSite) })
    }
    if plan.notesSkipped { noteUnasserted(before: call.callSite) }
    if plan.demandsReceived { reportUnasserted(before: action, at: call.callSite) }

    let before = runtime.state
    let step = stepCount
    positions = generators.positions
    journal.willSend(at: call.callSite)
    sender = call.lens
    notify(.willSend(at: call.callSite, by: call.lens))
    let effects = Issues.$reporter.withValue(scheduler.issues) {
      work.asOwn { runtime.send(action) }
    }
    if effects != nil {
      // Without effects, no action is received, and no effect is in flight at the end.
      trackUntilEndOfTest()
      journal.didStartEffects(at: call.callSite)
    }
    let after = runtime.state
    guard foreign != nil else {
      return (effects, step, check(call, step, before: before, after: after))
    }
    // Effects of another library can change references before they suspend, which belongs to the same assertion.
    return (effects, step, { self.check(call, step, before: before, after: after)?() })
  }

  // MARK: - Steps

  /// The number of actions that were reduced.
  package var stepCount: Int { journal.stepCount }

  /// The action of the step.
  func action(_ step: Int) -> Action { steps[step].action }

  /// The actions, and their origins.
  var steps: [Step<Action>] { snapshot.read { $0.history } }

  /// The state after the step since the last send, or `nil` if it was not kept.
  func state(after step: Int) -> State? {
    step == stepCount - 1 ? runtime.state : states.state(after: step)
  }

  /// The state before a received step, or `nil` if it was not kept.
  func state(before step: Int) -> State? { states.state(after: step - 1) }

  /// Shows the state after an asserted step. With `nil`, it is the live state, and later live states follow.
  func show(asserted state: State, after step: Int?) {
    assertedStep = step
    snapshot.show(state, after: step ?? stepCount - 1)
  }

  /// Drops the received actions, and uses the live state as the baseline.
  func skipToNow() {
    journal.restart()
    states.restart()
    if plan.demandsReceived { show(asserted: runtime.state, after: stepCount - 1) }
  }

  /// The effects in flight, and the effects that ended before tasks that they started.
  var unfinishedEffects: [RunningEffect] { runtime.effectsInFlight + scheduler.effectsWithTasks }

  /// The effects that were not yet reported to be in flight. They count as reported from now on.
  func takeUnreported(from inFlight: [RunningEffect]) -> [RunningEffect] {
    inFlight.filter { reportedEffects.insert($0.origin.id).inserted }
  }

  func cancelEffects() {
    runtime.cancelAll()
    for effect in scheduler.effectsWithTasks { effect.cancel() }
  }

  /// Stops to count the effects as in flight.
  func abandonEffects() { runtime.abandon(runtime.effectsInFlight.map(\.origin)) }

  /// The name of the store in the test.
  var storeName: String {
    sender?.store ?? journal.lastCallSite.flatMap(CallLine.init)?.receiver ?? "store"
  }

  /// How tests name the case of a received action.
  var caseNaming: AssertionCode.CaseNaming? {
    foreign.map { foreign in { foreign.casePath(of: $0) } }
  }

  // MARK: - Settings

  /// Applies the latest settings of the test, when no call runs.
  func applySettings() {
    let old = settings
    settings = snapshot.read { $0.settings }
    work.jobLimit = settings.jobLimit
    runtime.dependencies = settings.dependencies
    generators = CountableGenerators(of: settings.dependencies)
    closureDependencies = nil
    if plan.checks == old.exhaustivity.checks { return }
    if old.exhaustivity.notesSkipped { noteUnasserted(before: nil) }
    if !plan.demandsReceived {
      show(asserted: runtime.state, after: nil)
    } else if !old.exhaustivity.demandsReceived {
      skipToNow()
    }
  }

  /// The positions of the generators now.
  var currentPositions: GeneratorPositions { generators.positions }

  /// The state before the step of the assert closure that runs on this thread, if one does.
  var stateBeforeClosure: State? {
    let isInClosure =
      ThreadValue.storeOfClosure.pointer == Unmanaged.passUnretained(self).toOpaque()
    return isInClosure ? stateOfClosure : nil
  }

  /// Runs code as the assert closure of a `send` or `receive`, or of `assert`.
  ///
  /// - Returns: The operations of the closure besides changes of the state.
  func runClosure(
    of step: Int?, before: State, for target: AssertionContext.Target, _ closure: () throws -> Void
  ) throws -> AssertionContext.Outcome {
    let positions = step.map { journal.records[$0].generators } ?? currentPositions
    let outer = ThreadValue.storeOfClosure.pointer
    ThreadValue.storeOfClosure.set(Unmanaged.passUnretained(self).toOpaque())
    stateOfClosure = before
    defer {
      stateOfClosure = nil
      ThreadValue.storeOfClosure.set(outer)
    }
    let dependencies = closureDependencies ?? RewindableDependencies(settings.dependencies)
    closureDependencies = dependencies
    try dependencies.run(at: positions, for: target) {
      guard let foreign else { return try closure() }
      try foreign.run(isExhaustive: plan.comparesEveryField, for: step, closure)
    }
    return dependencies.context.outcome
  }

  // MARK: - Listeners

  /// Notifies the listeners of an event. Most stores have none, and create no event.
  func notify(_ event: @autoclosure () -> StoreEvent<State, Action>) {
    if hasListeners { tellListeners(event) }
  }

  // A function of its own, because it looks up the event's type.
  @inline(never)
  private func tellListeners(_ event: () -> StoreEvent<State, Action>) {
    let event = event()
    for listener in listeners { listener.on(event) }
  }
}

extension StoreMachine: RuntimeObserver {
  package var explainsEffects: Bool { true }

  package func willReduce(_ action: Action, from source: ActionSource, in state: State) {
    work.reducedStep = stepCount
    notify(.willReduce(action, in: state))
    if source.isExternal { return }
    states.keep(
      state, after: stepCount - 1, firstOpen: journal.firstOpen, all: assertedStep != nil)
  }

  package func didReduce(_ action: Action, from source: ActionSource, to state: State) {
    didStep?(action, source)
    work.reducedStep = nil
    let generated = generators.positions(inStepFrom: positions)
    positions = generated.end
    journal.append(from: source, generators: generated.start)
    if assertedStep != nil, source.isExternal { assertedStep = stepCount - 1 }
    let isShown = assertedStep == nil || source.isExternal
    snapshot.append(Step(action: action, source: source), state, isShown: isShown)
    notify(.didReduce(action, from: source, to: state))
    if source.isExternal { states.restart() }
  }

  package func on(_ event: EffectEvent) {
    notify(.effect(event))
    switch event {
    case .dismissed:
      isDismissed = true
      snapshot.change { $0.isDismissed = true }
    case .stopped(let effects, let limit):
      scheduler.issues.report(
        ReportedIssue(
          FailureMessages.neverRests(
            limit: limit, effects: effects, lastActions: steps.suffix(6).map(\.action)),
          at: journal.lastCallSite ?? creation))
    case .ended(let effect, isAbandoned: false): didEnd(EndedEffect(effect, stepCount: stepCount))
    case .skipped(let origin, let cancellation):
      didEnd(EndedEffect(origin: origin, cancellation: cancellation, stepCount: stepCount))
    case .started, .cancelled, .ended: break
    }
  }

  /// Cancelled effects are kept longer, because they explain missing actions.
  private func didEnd(_ effect: EndedEffect) {
    if endedEffects.count == 16 {
      endedEffects.remove(at: endedEffects.firstIndex { !$0.isCancelled } ?? 0)
    }
    endedEffects.append(effect)
  }

  /// Adds the step that caused an issue to the issue.
  private func explain(_ issue: ReportedIssue, _ cause: IssueCause) -> ReportedIssue {
    if !cause.isEffect, issue.severity == .error { failedSteps.insert(cause.step) }
    let steps = steps
    guard steps.indices.contains(cause.step) else { return issue }
    let root = journal.root(of: cause.step)
    return FailureMessages.explained(
      issue, by: steps[cause.step].action, isInEffect: cause.isEffect,
      sent: root == cause.step ? nil : steps[root].action,
      at: journal.callSite(of: root))
  }
}

// A store ends when it is released, or with its test if it is retained for longer.
extension StoreMachine {
  /// Adds the store to those that are checked when the running test ends.
  private func trackUntilEndOfTest() {
    if isTracked { return }
    isTracked = true
    StoreScope.track(
      RuntimeConfined { [weak self] in
        guard let self else { return true }
        return scheduler.ifFree { _ in self.testEnded() } != nil
      })
  }

  /// Checks for unasserted actions and effects in flight, and cancels the effects. The store stays usable,
  /// because a later test may share it.
  private func testEnded() {
    work.runAll { [self] in
      isTracked = false
      reportEnd()
      runtime.cancelAll()
      abandonEffects()
      skipToNow()
    }
  }

  /// Ends the store, which is released.
  func close() {
    reportEnd()
    runtime.close()
  }

  /// Reports or notes a test's unasserted actions and effects in flight.
  private func reportEnd() {
    foreign?.willEnd(isExhaustive: plan.comparesEveryField)
    let effects = runtime.effectsInFlight
    let ended = scheduler.effectsWithTasks
    // For tasks that don't wait for the test, only waiting shows whether they end.
    let unfinished = effects + ended.filter(\.executor.isLeftParked)
    notify(.willEnd(inFlight: effects, isAccountedFor: plan.demandsEnds && unfinished.isEmpty))
    if plan.demandsReceived { reportUnasserted() }
    if plan.demandsEnds { reportInFlight(unfinished, waited: nil) }
    if plan.notesSkipped { noteUnasserted(before: nil) }
  }
}

extension StoreMachine {
  /// The note on the fields that no comparison of a state reaches: of the first comparison or failure that has such
  /// fields (S27), and `nil` from then on.
  func noteOnUncomparedFields(of state: Any?) -> String? {
    guard comparison.byOperator == nil, !hasNamedUncomparedFields,
      let fields = state.map(uncomparedFields), !fields.isEmpty
    else { return nil }
    hasNamedUncomparedFields = true
    return FailureMessages.notCompared(fields)
  }
}
