import TestEvents
import Core
@_spi(FocusedTCA) import FocusedTestStore
import ReducerDebugging
import SourceReading

/// Observes a store's steps and assertions for the ledger and for a trace.
///
/// The effectful shell of a ``BehaviorLog``: it compares states, knows which test is running, and passes facts to the
/// writer at once. A store has a recorder only if a ledger or a trace is written.
final class BehaviorRecorder<State, Action>: StoreListener {
  private let writer: LedgerWriter?
  private let creation: CallSite
  /// Writes the rows of the store, if the process is traced.
  private let trace: StoreTrace?
  private var log = BehaviorLog()
  private var tests = RunningTest.Follower()
  private var effects: [Int: RunningEffect] = [:]
  /// The effects whose starts nothing has shown yet.
  private var passiveEffects: Set<Int> = []
  /// The actions of the steps, for a trace.
  private var actions: [Action] = []
  private var foreign: (any ForeignFeature<State>)?

  /// The action of the running step, and the state before the step.
  private var running: (key: ActionKey, before: State)?

  /// Returns `nil` if no ledger is written and the process isn't traced.
  init?(ofStoreCreatedAt creation: CallSite, trace: StoreTrace?) {
    writer = LedgerWriter.current
    if writer == nil, trace == nil { return nil }
    self.creation = creation
    self.trace = trace
    trace?.didCreate(State.self, at: creation)
  }

  func on(_ event: StoreEvent<State, Action>) {
    switch event {
    case .willReduce(let action, let state):
      running = (ActionKey(of: action), state)
    case .didReduce(let action, let source, let state): didReduce(action, from: source, to: state)
    case .effect(let event): on(event)
    case .didSetForeign(let feature): foreign = feature
    case .didReceive(let step, let callSite):
      log.receive(step)
      trace?.receive(actions[step], at: callSite)
      write(at: callSite)
    case .didCompare(let comparison): didCompare(comparison)
    case .didFinish(let root, let callSite):
      log.finish(root: root)
      write(at: callSite)
    case .didScope(let lens, let state): _ = lens.field(in: state)
    case .didRead(let state, let step, let lens):
      log.read(upTo: step, in: lens?.field(in: state))
      write()
    case .didReadDismissal:
      log.readDismissal()
      write()
    case .willEnd(let effects, let isAccountedFor):
      for effect in effects { trace?.didEnd(effect.origin, .inFlight) }
      if isAccountedFor { log.finish() }
      log.end()
      write()
    case .willSend, .didExpect, .willSkipReceived: break
    }
  }

  private func didReduce(_ action: Action, from source: ActionSource, to state: State) {
    guard let (key, before) = running else {
      preconditionFailure("A step has begun before it is reduced (had no key)")
    }
    running = nil
    let changed = ChangedField.all(from: before, to: state) + changedReferences(in: state)
    // Steps that follow from a sent one belong to the same test.
    if source.isExternal { _ = tests.changes(creating: creation) }
    if let effect = source.effect.flatMap({ passiveEffects.remove($0) }) { logStart(of: effect) }
    let isDismissing = source.effect.flatMap { effects[$0] }?.isDismissing == true
    log.step(
      key, cause: source.cause, effect: source.effect,
      isDismissal: isDismissing && removesChild(action), changed: changed)
    if let trace {
      actions.append(action)
      trace.step(action, from: source, changed: changed, from: before, to: state)
    }
    write()
  }

  /// The fields behind references that the latest step has changed.
  private func changedReferences(in state: State) -> [ChangedField] {
    guard let foreign else { return [] }
    return foreign.changes(inStep: log.stepCount, of: state).flatMap { change in
      Difference.between(change.old, change.new)
        .map { ChangedField.all(in: $0, at: change.path, of: state) } ?? []
    }
  }

  /// Records that a comparison of the state after a step has passed.
  private func didCompare(_ comparison: PassedComparison<State, Action>) {
    let (step, callSite) = (comparison.step, comparison.callSite)
    if comparison.isInFull { log.assertEveryField(after: step) }
    if comparison.hasClosure {
      let closure = ReadClosure.ofCall(at: callSite)
      let compared = comparison.lens.map { $0.find(comparison.after) } ?? comparison.after
      let vacuous = compared.map { closure.vacuous.reasons(in: $0) } ?? []
      for (line, reason) in vacuous {
        writer?.write(
          VacuousAssertion(
            file: LedgerLocation(callSite).file, line: line, reason: reason,
            test: currentTest().name),
          at: callSite)
      }
      var fields = closure.fields
      if let lens = comparison.lens {
        fields = fields.inside(lens.field(in: comparison.after))
      }
      log.assert(
        ClosureFields(
          paths: fields.paths, isComplete: comparison.isInFull || fields.isComplete),
        after: step)
    }
    write(at: callSite)
  }

  /// Writes the new facts.
  ///
  /// - Parameter assertion: The call that asserts them, if one does.
  private func write(at assertion: CallSite? = nil) {
    let facts = log.takeFacts()
    guard let writer, !facts.isEmpty else { return }
    let test = currentTest()
    for fact in facts {
      let line = fact.mark == .asserted ? assertion.map(LedgerLocation.init) : nil
      writer.write(
        LedgerFact(behavior: fact.behavior, mark: fact.mark, test: test, assertedAt: line),
        at: creation)
    }
  }

  /// The running test, or the line that created the store, in place of an unknown test.
  private func currentTest() -> LedgerTest {
    _ = tests.changes(creating: creation)
    let location = LedgerLocation(creation)
    return tests.test ?? LedgerTest(name: location.description, location: location)
  }
}

extension BehaviorRecorder {
  private func logStart(of effect: Int) {
    guard let effect = effects[effect] else { return }
    let origin = effect.origin
    let name = EffectNames.given(to: origin, under: effect.cancelIDs)
    log.start(origin.id, of: origin.step, name: name, at: origin.callSite)
  }

  private func on(_ event: EffectEvent) {
    switch event {
    case .started(let effect, let isPassive):
      let origin = effect.origin
      effects[origin.id] = effect
      if isPassive { passiveEffects.insert(origin.id) } else { logStart(of: origin.id) }
      trace?.didStart(origin, name: EffectNames.given(to: origin, under: effect.cancelIDs))
    case .cancelled(let effects, let step):
      log.cancel(effects.filter { !$0.isDismissing }.map(\.origin.id), in: step)
      for effect in effects { trace?.didEnd(effect.origin, .cancelled) }
    case .ended(let effect, _):
      effects[effect.origin.id] = nil
      trace?.didEnd(effect.origin, effect.isCancelled ? .cancelled : .ended)
    case .dismissed(let effect):
      log.dismiss(in: effect.step)
      trace?.didDismiss()
    case .skipped, .stopped: break
    }
    write()
  }
}
