import TestEvents
import Core
@_spi(FocusedTCA) import FocusedTestStore
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
  private var code = MutantCodeFinder<Action>()
  private var foreign: (any ForeignFeature<State>)?

  /// Returns `nil` if the tests run without a plan of mutants.
  init?(inStoreCreatedAt creation: CallSite, reducer: some Reducer<State, Action>) {
    guard let run = MutantRun.current else { return nil }
    self.run = run
    self.creation = creation
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
    spared = []
    stepsOfSpared = []
    run.log(.began, of: test)
  }

  private func log(_ kind: MutantEvent.Kind, because reason: String? = nil) {
    if let test = tests.test { run.log(kind, of: test, reason: reason) }
  }

  // MARK: - The test

  func on(_ event: StoreEvent<State, Action>) {
    switch event {
    case .willSend(let callSite, let lens):
      code.note(lens, at: callSite)
      code.willSend(at: callSite)
    case .willSkipReceived(let callSite): code.willDropReceived(at: callSite)
    case .didExpect(let step, let callSite, let lens):
      code.note(lens, at: callSite)
      code.didAssert(step, at: callSite)
    case .willEnd(let effects, _): didEnd(inFlight: effects)
    case .didSetForeign(let feature):
      foreign = feature
      code.caseNaming = { feature.casePath(of: $0) }
    default: break
    }
  }

  /// - Parameter effects: The effects in flight.
  private func didEnd(inFlight effects: [RunningEffect]) {
    // If other effects are also in flight, `finish` would wait for them too.
    if !effects.isEmpty, effects.allSatisfy({ spared.contains($0.origin.id) }) {
      code.note(.cancellation(late: nil))
    }
    logCode(of: tests.test)
  }

  private func logCode(of test: LedgerTest?) {
    if let test, let code = code.code() { run.log(.code, of: test, code: code) }
  }
}

// MARK: - Outcomes

extension MutantInjector {
  func revise(
    _ state: inout State, from before: State, after action: Action, from source: ActionSource
  ) {
    if case .external = source { updateTest() }
    let key = ActionKey(of: action)
    let step = behaviors.stepCount
    behaviors.step(key, cause: source.cause, effect: source.effect, changed: [])
    _ = behaviors.takeFacts()
    guard let mutant, mutant.outcome.kind == .field, isMutant(Behavior(key, mutant.outcome))
    else { return }
    reviseReferences(in: state, ofStep: step, action, of: key, isSent: source.isExternal)
    guard let difference = Difference.between(before, state) else { return }
    let reversion = Reversion(difference, cases: cases) {
      $0.name(in: key.feature) == mutant.outcome.name
    }
    guard let reverted = reverted(state, by: reversion) else { return }
    let statements = AssertionCode.statements(from: reverted, to: state)
    code.note(
      .fields(statements: statements, step: step, action: action, isSent: source.isExternal))
    state = reverted
  }

  /// The value with the mutant's field restored; `nil` if that is impossible, or changes nothing.
  private func reverted<Value>(_ value: Value, by reversion: Reversion) -> Value? {
    if reversion.isEmpty { return nil }
    do throws(Reversion.Obstacle) {
      let reverted = try reversion.value(as: Value.self)
      let isNoticeable = !areEqual(reverted, value)
      log(isNoticeable ? .applied : .unnoticeable)
      return isNoticeable ? reverted : nil
    } catch {
      log(.unwritable, because: error.reason)
      return nil
    }
  }

  /// Restores the mutant's field, if it is behind a reference in the state.
  private func reviseReferences(
    in state: State, ofStep step: Int, _ action: Action, of key: ActionKey, isSent: Bool
  ) {
    guard let foreign else { return }
    for change in foreign.changes(inStep: step, of: state) {
      guard let difference = Difference.between(change.old, change.new) else { continue }
      let paths = ChangedField.all(in: difference, at: change.path, of: state, withStorage: true)
        .filter { $0.name(in: key.feature) == mutant?.outcome.name }
        .map { FieldPath(Array($0.path.components.dropFirst(change.path.components.count))) }
      let reversion = Reversion(difference, cases: cases) { paths.contains($0.path) }
      guard let reverted = reverted(change.new, by: reversion) else { continue }
      foreign.replaceValue(behind: change.reference, by: reverted)
      let statements = AssertionCode.statements(from: reverted, to: change.new)
        .map { $0.inLock(of: change.path) }
      code.note(.fields(statements: statements, step: step, action: action, isSent: isSent))
    }
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
    guard let mutant, let cause = source.cause, cause < behaviors.stepCount else { return true }
    if mutant.outcome.kind == .cancels {
      let isLate = sender.map { spared.contains($0.origin.id) } ?? stepsOfSpared.contains(cause)
      code.note(received: action, isLate: isLate)
    }
    // Other outcomes need no name of the sent action, and finding the name takes reflection.
    guard [.sends, .dismisses].contains(mutant.outcome.kind) else { return true }
    let behavior = behaviors.behavior(
      ofSending: ActionKey(of: action), by: cause,
      isDismissal: sender?.isDismissing == true && removesChild(action))
    if allows(behavior) { return true }
    code.note(.action(action))
    return false
  }

  private func allowsStart(of effect: EffectOrigin, under ids: [CancelID]) -> Bool {
    let name = EffectNames.given(to: effect, under: ids)
    behaviors.start(effect.id, of: effect.step, name: name, at: effect.callSite)
    return allows(behaviors.takeFacts().first?.behavior)
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
