import TestEvents
import Core
import FocusedTestStore
import ReducerDebugging
import SourceReading

/// Observes a store's steps and assertions for the ledger.
///
/// The effectful shell of a ``BehaviorLog``: it compares states, knows which test is running, and passes facts to the
/// writer at once. A store has a recorder only if a ledger is written.
final class BehaviorRecorder<State, Action>: StoreListener {
  private struct WeakEffect {
    weak var effect: RunningEffect?
  }

  private let writer: LedgerWriter
  private let creation: CallSite
  /// Writes the rows of the store, if the process is traced.
  private let trace: StoreTrace?
  private var log = BehaviorLog()
  private var tests = RunningTest.Follower()
  /// The facts of this test that are already written, so that a repeated step needs no lock.
  private var written: Set<BehaviorLog.Fact> = []
  private var effects: [Int: WeakEffect] = [:]

  /// The action of the running step, and the state before the step.
  private var running: (key: ActionKey, before: State)?

  /// Returns `nil` if no ledger is written and the process isn't traced.
  init?(ofStoreCreatedAt creation: CallSite, trace: StoreTrace?) {
    guard let writer = LedgerWriter.current ?? trace.map({ _ in LedgerWriter() }) else {
      return nil
    }
    self.writer = writer
    self.creation = creation
    self.trace = trace
    trace?.didCreate(State.self, at: creation)
  }

  func on(_ event: StoreEvent<State, Action>) {
    switch event {
    case .willReduce(let action, let state):
      running = (ActionKey.of(action, in: creation), state)
    case .didReduce(let action, let source, let state): didReduce(action, from: source, to: state)
    case .effect(let event): on(event)
    case .didReceive(let step, let callSite):
      log.receive(step)
      writeAssertion(of: step, at: callSite)
    case .didCompare(let comparison): didCompare(comparison)
    case .didFinish(let root, let callSite):
      log.finish(root: root)
      writeAssertion(of: root, at: callSite)
    case .didScope(let lens, let state): _ = lens.field(in: state)
    case .didRead(let state, let step, let lens):
      log.read(upTo: step, in: lens?.field(in: state))
      write(log.takeFacts(), at: nil)
    case .didReadDismissal:
      log.readDismissal()
      write(log.takeFacts(), at: nil)
    case .willEnd(let effects, let isAccountedFor):
      for effect in effects { trace?.didEnd(effect.origin, .inFlight) }
      if isAccountedFor { log.finish() }
      log.end()
      writeAssertion(of: nil, at: nil)
    case .willSend, .didExpect, .willSkipReceived: break
    }
  }

  private func didReduce(_ action: Action, from source: ActionSource, to state: State) {
    guard let (key, before) = running else {
      preconditionFailure("A step has begun before it is reduced (had no key)")
    }
    running = nil
    let changed = ChangedField.all(from: before, to: state)
    switch source {
    case .external:
      // Steps that follow from this one belong to the same test.
      _ = currentTest()
      log.step(key, changed: changed)
    case .synchronous(let cause):
      log.step(key, cause: cause, changed: changed)
    case .effect(let origin):
      let isDismissing = effects[origin.id]?.effect?.isDismissing == true
      log.step(
        key, cause: origin.step, effect: origin.id,
        isDismissal: isDismissing && removesChild(action), changed: changed)
    }
    trace?.step(
      log.stepCount - 1, action, from: source, changed: changed, from: before, to: state)
    write(log.takeFacts(), at: nil)
  }

  /// Records that a comparison of the state after a step has passed.
  private func didCompare(_ comparison: PassedComparison<State, Action>) {
    let (step, callSite) = (comparison.step, comparison.callSite)
    lazy var closure = ReadClosure.ofCall(at: callSite)
    if comparison.hasClosure {
      let compared = comparison.lens.map { $0.find(comparison.after) } ?? comparison.after
      let vacuous = compared.map { closure.vacuous.reasons(in: $0) } ?? []
      for (line, reason) in vacuous {
        let test = currentTest() ?? LedgerTest(ofStoreAt: creation)
        let file = LedgerLocation(callSite).file
        writer.write(
          VacuousAssertion(file: file, line: line, reason: reason, test: test.name), at: callSite)
      }
    }
    if comparison.isInFull { log.assertEveryField(after: step) }
    if comparison.hasClosure {
      var fields = closure.fields
      if let lens = comparison.lens {
        fields = fields.inside(lens.field(in: comparison.after))
      }
      log.assert(
        ClosureFields(
          paths: fields.paths, isComplete: comparison.isInFull || fields.isComplete),
        after: step)
    }
    writeAssertion(of: step, isInFull: comparison.isInFull, at: callSite)
  }

  private func writeAssertion(of step: Int?, isInFull: Bool = false, at callSite: CallSite?) {
    let facts = log.takeFacts()
    if let callSite { trace?.assertion(facts, of: step, isInFull: isInFull, at: callSite) }
    write(facts, at: callSite)
  }

  private func writeOutcomes() {
    let facts = log.takeFacts()
    trace?.outcomes(facts)
    write(facts, at: nil)
  }

  private func write(_ facts: [BehaviorLog.Fact], at callSite: CallSite?) {
    guard !facts.isEmpty else { return }
    let test = currentTest()
    let location = callSite.map(LedgerLocation.init)
    for fact in facts where written.insert(fact).inserted {
      writer.write(
        fact, of: test, assertedAt: fact.mark == .asserted ? location : nil, storeAt: creation)
    }
  }

  private func currentTest() -> LedgerTest? {
    if tests.changes(creating: creation) { written = [] }
    return tests.test
  }
}

extension BehaviorRecorder {
  private func on(_ event: EffectEvent) {
    switch event {
    case .started(let effect): didStart(effect)
    case .cancelled(let effects, let step):
      log.cancel(effects.filter { !$0.isDismissing }.map(\.origin.id), in: step)
      writeOutcomes()
      for effect in effects { trace?.didEnd(effect.origin, .cancelled) }
    case .ended(let effect, _):
      trace?.didEnd(effect.origin, effect.isCancelled ? .cancelled : .ended)
    case .dismissed(let effect):
      log.dismiss(in: effect.step)
      writeOutcomes()
    case .skipped, .stopped: break
    }
  }

  private func didStart(_ effect: RunningEffect) {
    let origin = effect.origin
    if effects.count >= 256 { effects = effects.filter { $0.value.effect != nil } }
    effects[origin.id] = WeakEffect(effect: effect)
    let name = EffectNames.given(to: origin, under: effect.cancelIDs)
    log.start(origin.id, of: origin.step, name: name, at: origin.callSite)
    writeOutcomes()
    trace?.didStart(origin, name: name)
  }
}
