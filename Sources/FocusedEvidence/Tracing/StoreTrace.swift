import Core
import FocusedTestStore
import ReducerDebugging
import TestEvents

/// Traces one store: its rows in the timeline. A store has a trace only while its process is traced.
package struct StoreTrace: CallListener {
  let writer: TraceWriter
  let store: Int

  init(_ writer: TraceWriter) {
    self.writer = writer
    store = writer.numberOfNewStore()
  }

  func didCreate<State>(_: State.Type, at creation: CallSite) {
    let (location, type) = (LedgerLocation(creation), TypeName.of(State.self))
    writer.show { $0.store(store, stateType: type, at: location) }
  }

  /// Records a step.
  ///
  /// - Parameter before: The state before the step.
  func step<State, Action>(
    _ step: Int, _ action: Action, from source: ActionSource, changed: [ChangedField],
    from before: State, to after: State
  ) {
    let changes = changed.map { TimelineRow.Change($0.path, from: before, to: after) }
    let name = FailureMessages.name(action)
    let effect = source.effect.map { TimelineBuilder.EffectID(store: store, effect: $0) }
    writer.show {
      $0.step(
        step, in: store, action: name, isSent: source.isExternal, by: effect, changes: changes)
    }
  }

  /// Records the dismissals among the other outcomes of a step.
  func outcomes(_ facts: [BehaviorLog.Fact]) {
    for fact in facts
    where fact.mark == .exercised && fact.behavior.outcome.kind == .dismisses {
      writer.show { $0.dismissal() }
    }
  }

  /// Records that an assertion has passed.
  func assertion(
    _ facts: [BehaviorLog.Fact], of step: Int?, isInFull: Bool, at callSite: CallSite
  ) {
    let isProtecting = isInFull || facts.contains { $0.mark == .asserted }
    writer.show {
      $0.assertion(
        of: step, in: store, at: LedgerLocation(callSite), isProtecting: isProtecting)
    }
  }
}

// MARK: - Effects

extension StoreTrace {
  func id(of effect: EffectOrigin) -> TimelineBuilder.EffectID {
    TimelineBuilder.EffectID(store: store, effect: effect.id)
  }

  func didStart(_ effect: EffectOrigin, name: String?) {
    let (id, name) = (id(of: effect), name ?? effect.name)
    let location = LedgerLocation(effect.callSite)
    writer.show { $0.start(id, name: name, at: location) }
  }

  func didEnd(_ effect: EffectOrigin, _ end: TimelineBuilder.End) {
    writer.show { $0.end(id(of: effect), end) }
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
  var tracedID: TimelineBuilder.EffectID? { (waits as? StoreTrace)?.id(of: effect) }
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
