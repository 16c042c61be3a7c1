import Core
import FocusedTestStore
import ReducerDebugging
import TestEvents

/// Traces one store: its rows in the timeline, and the events for `focus split`. A store has a trace only while its
/// process is traced.
package struct StoreTrace: CallListener {
  let writer: TraceWriter
  let store: Int

  init(_ writer: TraceWriter) {
    self.writer = writer
    store = writer.numberOfNewStore()
  }

  func didCreate<State, Action>(
    _: State.Type, _: Action.Type, _ reducer: Any.Type?, at creation: CallSite
  ) {
    let (location, type) = (LedgerLocation(creation), TypeName.of(State.self))
    writer.show { $0.store(store, stateType: type, at: location) }
    writer.writeForSplit(
      .store(
        TracedStore(
          store: store, file: location.file, line: location.line, stateType: type,
          actionType: TypeName.of(Action.self), reducerType: reducer.map { TypeName.of($0) },
          test: RunningTest.current(creating: creation)?.name)))
  }

  /// Records a step.
  ///
  /// - Parameters:
  ///   - action: The reduced action.
  ///   - facts: The ledger's facts about the step itself.
  ///   - states: The states before and after it.
  func step<State, Action>(
    _ step: Int, _ action: Action, _ key: ActionKey, from source: ActionSource,
    changed: [ChangedField], facts: [BehaviorLog.Fact], from before: State, to after: State
  ) {
    let changes = changed.map { TimelineRow.Change($0.path, from: before, to: after) }
    let name = FailureMessages.name(action)
    let effect = source.effect.map { TracedEffectID(store: store, effect: $0) }
    writer.show {
      $0.step(
        step, in: store, action: name, isSent: source.isExternal, by: effect, changes: changes)
    }
    writer.writeForSplit(
      .step(
        self.event(
          of: step, action, key, from: source, changed: Array(zip(changed, changes)), facts: facts,
          from: before, to: after)))
  }

  /// Records the other outcomes of a step.
  func outcomes(_ facts: [BehaviorLog.Fact], of step: Int) {
    for fact in facts where fact.mark == .exercised {
      if fact.behavior.outcome.kind == .dismisses { writer.show { $0.dismissal() } }
      writer.writeForSplit(
        .outcome(TracedOutcome(store: store, step: step, behavior: fact.behavior)))
    }
  }

  /// Writes that an assertion has passed.
  func assertion(
    _ facts: [BehaviorLog.Fact], of step: Int?, isInFull: Bool, at callSite: CallSite?
  ) {
    var seen: Set<Behavior> = []
    let behaviors = facts.filter { $0.mark == .asserted && seen.insert($0.behavior).inserted }
      .map(\.behavior)
    let location = callSite.map(LedgerLocation.init)
    if let location {
      writer.show {
        $0.assertion(
          of: step, in: store, at: location, isProtecting: isInFull || !behaviors.isEmpty)
      }
    }
    writer.writeForSplit(
      .assertion(
        TracedAssertion(
          store: store, step: step, file: location?.file, line: location?.line,
          isInFull: isInFull, behaviors: behaviors)))
  }
}

// MARK: - Effects

extension StoreTrace {
  func id(of effect: EffectOrigin) -> TracedEffectID {
    TracedEffectID(store: store, effect: effect.id)
  }

  func didStart(_ effect: EffectOrigin, name: String?) {
    let (id, name) = (id(of: effect), name ?? effect.name)
    let location = LedgerLocation(effect.callSite)
    writer.show { $0.start(id, name: name, at: location) }
    writer.writeForSplit(.effect(TracedEffect(id: id, step: effect.step, name: name)))
  }

  func didEnd(_ effect: EffectOrigin, _ kind: TracedEnd.Kind, inStep step: Int? = nil) {
    let id = id(of: effect)
    writer.show { $0.end(id, kind) }
    writer.writeForSplit(.end(TracedEnd(id: id, kind: kind, step: step)))
  }

  package func on(_ event: CallEvent) {
    switch event {
    case .parked(let effect, let parking):
      let (text, end) = (parking.description().oneShortLine, parking.end?())
      writer.show { $0.wait(id(of: effect), parking.cause, text, until: end) }
    case .unparked(let effect): writer.show { $0.resume(id(of: effect)) }
    default: writer.on(event)
    }
  }
}

extension StubCaller {
  /// The effect's ID in the trace, if its store is traced.
  var tracedID: TracedEffectID? { (waits as? StoreTrace)?.id(of: effect) }
}

// The texts of values in a trace.

extension TimelineRow.Change {
  /// - Parameter path: The path to a field that differs between two states.
  init(_ path: FieldPath, from before: Any, to after: Any) {
    let (old, new) = (path.value(in: before), path.value(in: after))
    let texts = [old, new].map { $0.map { String(traced: $0) } ?? "—" }
    self.init(field: path.description, old: texts[0], new: texts[1])
    guard let old, let new, texts.contains(where: { $0.count > 60 }) else { return }
    lines = Difference.between(old, new)?.lines(limit: 8).map(\.oneShortLine)
  }
}

extension String {
  /// A value, printed on one short line.
  init(traced value: Any) { self = String(dumpingOnOneLine: value).oneShortLine }

  /// The text on one line, cut to a length that fits a picture.
  var oneShortLine: String {
    let line = contains(where: \.isNewline) ? replacing(#/\s*\n\s*/#, with: " ") : self
    return line.count > 160 ? line.prefix(159) + "…" : line
  }
}
