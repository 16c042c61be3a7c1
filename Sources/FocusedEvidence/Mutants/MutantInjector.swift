import TestEvents
import Core
import FocusedTestStore
import ReducerDebugging

/// Suppresses one outcome of a store's steps: the mutant of the test that is running.
///
/// Behaviors have their names from the ledger, so a mutant is the same whether a feature is tested alone or inside its
/// parents.
final class MutantInjector<State, Action>: StoreIntervention {
  private let run: MutantRun
  private let creation: CallSite
  /// The case paths that restore values in the state's enums.
  private var cases: CasePathsOfReducer?
  private var tests = RunningTest.Follower()
  /// The mutant of the test, which may be one of the source.
  private var subject: MutantSubject?
  private var mutant: Behavior? { subject?.behavior }

  /// The log of the ledger, which names the outcomes that the mutant may suppress.
  private var behaviors = BehaviorLog()
  /// The effects that a step should have cancelled, with the steps that started them.
  private var spared: Set<Int> = []
  private var stepsOfSpared: Set<Int> = []
  private var code: MutantCodeFinder<Action>
  /// The lens of the scoped store that made the latest send.
  private var sender: StoreLens<State, Action>?
  /// The first reverted change, and its code for a scoped store that asserts it.
  private var change: (step: Int, code: (StoreLens<State, Action>?) -> ScopedStoreCode?)?
  /// The effects of a test without a mutant.
  private var starts: [Int: StartedEffect] = [:]

  /// An effect, and the code that shows that it has started.
  private struct StartedEffect {
    let behavior: Behavior
    /// The line of the send that preceded the effect.
    let call: CallSite?
    var code: MutantCodeFinder<Action>
  }

  /// The maximum number of recorded starts of effects.
  private static var memory: Int { 256 }

  /// Returns `nil` if the tests run without a plan of mutants.
  init?(inStoreCreatedAt creation: CallSite, reducer: some Reducer<State, Action>) {
    guard let run = MutantRun.current else { return nil }
    self.run = run
    self.creation = creation
    code = MutantCodeFinder()
    updateTest()
    // The case paths of the feature restore values in enums.
    if mutant?.outcome.kind.sign == .state { cases = CasePathsOfReducer(reducer) }
  }

  private func updateTest() {
    let last = tests.test
    guard tests.changes(creating: creation), let test = tests.test else { return }
    logCode(of: last)
    subject = run.mutant(of: test)
    code = MutantCodeFinder()
    change = nil
    spared = []
    stepsOfSpared = []
    starts = [:]
    run.log(.began, of: test)
  }

  private func log(_ kind: MutantEvent.Kind, because reason: String? = nil) {
    if let test = tests.test { run.log(kind, of: test, reason: reason) }
  }

  // MARK: - The test

  func on(_ event: StoreEvent<State, Action>) {
    switch event {
    case .willSend(let callSite, let lens):
      sender = lens
      update {
        $0.note(lens, at: callSite)
        $0.willSend(at: callSite)
      }
    case .willSkipReceived(let callSite): update { $0.willDropReceived(at: callSite) }
    case .didExpect(let step, let callSite, let lens):
      update {
        $0.note(lens, at: callSite)
        $0.didAssert(step, at: callSite)
      }
      if let change, change.step == step { code.scopedCode = change.code(lens) }
    case .willEnd(let effects, _): didEnd(inFlight: effects)
    default: break
    }
  }

  private func update(_ change: (inout MutantCodeFinder<Action>) -> Void) {
    change(&code)
    for id in starts.keys { change(&starts[id]!.code) }
  }

  /// - Parameter effects: The effects in flight.
  private func didEnd(inFlight effects: [RunningEffect]) {
    let running = effects.compactMap { starts[$0.origin.id] == nil ? nil : $0.origin.id }
    for id in running {
      // One of several effects of a send can't be distinguished from the others.
      guard let call = starts[id]?.call, running.count(where: { starts[$0]?.call == call }) == 1
      else { continue }
      starts[id]?.code.note(.start(sentAt: call))
    }
    // If other effects are also in flight, `finish` would wait for them too.
    if !effects.isEmpty, effects.allSatisfy({ spared.contains($0.origin.id) }) {
      code.note(.cancellation(late: nil))
    }
    logCode(of: tests.test)
  }

  private func logCode(of test: LedgerTest?) {
    guard let test else { return }
    if let code = code.code() { run.log(.code, of: test, code: code) }
    for (_, start) in starts.sorted(by: { $0.key < $1.key }) {
      if let code = start.code.code() {
        run.log(.code, of: test, code: code, for: start.behavior)
      }
    }
  }
}

// MARK: - Outcomes

extension MutantInjector {
  func revise(
    _ state: inout State, from before: State, after action: Action, from source: ActionSource
  ) {
    if case .external = source { updateTest() }
    let key = ActionKey.of(action, in: creation)
    let step = behaviors.stepCount
    behaviors.step(key, cause: source.cause, effect: source.effect, changed: [])
    _ = behaviors.takeFacts()
    guard let mutant, mutant.outcome.kind == .field, isMutant(Behavior(key, mutant.outcome)),
      let difference = Difference.between(before, state)
    else { return }
    let fields = ChangedField.all(in: difference)
      .filter { $0.name(in: key.feature) == mutant.outcome.name }
    let paths = Set(fields.map(\.path))
    guard !paths.isEmpty else { return }
    let reverted: State
    switch difference.reverting(by: cases?.replacing, paths.contains) {
    case .none:
      return log(.unwritable, because: FailureMessages.noPlaceForElement)
    case .impossible(let reason, _): return log(.unwritable, because: reason)
    case .complete: reverted = before
    case .partial(let value):
      guard let value = value as? State else {
        return log(.unwritable, because: FailureMessages.stateInPieces)
      }
      reverted = value
    }
    guard !areEqual(reverted, state) else { return log(.unnoticeable) }
    log(.applied)
    let statements = AssertionCode.statements(from: reverted, to: state)
    code.note(
      .fields(statements: statements, step: step, action: action, isSent: source.isExternal))
    if change == nil {
      let (isSent, changed) = (source.isExternal, state)
      change = (
        step,
        { lens in
          lens.map { lens in
            let lies = lens.holdsDifference(reverted, changed)
            let statements = lies ? lens.statements(from: reverted, to: changed) : []
            return ScopedStoreCode(statements: statements) { receiver in
              lens.call(action, isSent, receiver, statements)
            }
          }
        }
      )
      if isSent { code.scopedCode = change?.code(sender) }
    }
    state = reverted
  }

  func allows(_ outcome: StepOutcome<Action>) -> Bool {
    switch outcome {
    case .action(let action, let source, let sender):
      allows(action, from: source, sender: sender)
    case .start(let effect, let ids): allowsStart(of: effect, under: ids)
    case .cancellation(let effect, let step): allowsCancellation(of: effect, inStep: step)
    case .dismissal(let effect): allowsDismissal(by: effect)
    }
  }

  private func allows(_ action: Action, from source: ActionSource, sender: RunningEffect?) -> Bool {
    if let sender { starts[sender.origin.id]?.code.note(.action(action)) }
    guard let mutant, let cause = source.cause, cause < behaviors.stepCount else { return true }
    if mutant.outcome.kind == .cancels {
      let isLate = sender.map { spared.contains($0.origin.id) } ?? stepsOfSpared.contains(cause)
      code.note(received: action, isLate: isLate)
    }
    // Other outcomes need no name of the sent action, and finding the name takes reflection.
    guard [.sends, .dismisses].contains(mutant.outcome.kind) else { return true }
    let behavior = behaviors.behavior(
      ofSending: ActionKey.of(action, in: creation), by: cause,
      isDismissal: sender?.isDismissing == true && removesChild(action))
    if allows(behavior) { return true }
    code.note(.action(action))
    return false
  }

  private func allowsStart(of effect: EffectOrigin, under ids: [CancelID]) -> Bool {
    let name = EffectNames.given(to: effect, under: ids)
    behaviors.start(effect.id, of: effect.step, name: name, at: effect.callSite)
    let behavior = behaviors.takeFacts().first?.behavior
    if subject == nil, let behavior, starts.count < Self.memory {
      starts[effect.id] = StartedEffect(behavior: behavior, call: code.lastCall, code: code)
    }
    return allows(behavior)
  }

  private func allowsCancellation(of effect: EffectOrigin, inStep step: Int) -> Bool {
    behaviors.cancel([effect.id], in: step)
    guard !allows(behaviors.takeFacts().first?.behavior) else { return true }
    spared.insert(effect.id)
    stepsOfSpared.insert(effect.step)
    return false
  }

  private func allowsDismissal(by effect: EffectOrigin) -> Bool {
    behaviors.dismiss(in: effect.step)
    guard !allows(behaviors.takeFacts().first?.behavior) else { return true }
    code.note(.dismissal)
    return false
  }

  private func allows(_ behavior: Behavior?) -> Bool {
    guard let behavior, isMutant(behavior) else { return true }
    log(.applied)
    return false
  }

  /// Whether the mutant suppresses a behavior. The mutant's module may be unknown.
  private func isMutant(_ behavior: Behavior) -> Bool {
    guard var mutant else { return false }
    if mutant.module.isEmpty { mutant.module = behavior.module }
    return mutant == behavior
  }
}
