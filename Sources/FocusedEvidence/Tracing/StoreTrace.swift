import Core
import FocusedTestStore
import ReducerDebugging
import TestEvents

/// Traces one store: its rows in the timeline. A store has a trace only while its process is traced.
package final class StoreTrace: CallListener {
  private let writer: TraceWriter
  private var store: ObjectIdentifier { ObjectIdentifier(self) }

  init(_ writer: TraceWriter) { self.writer = writer }

  func didCreate<State>(_: State.Type, at creation: CallSite) {
    let (location, type) = (LedgerLocation(creation), TypeName.of(State.self))
    writer.show { $0.store(store, stateType: type, at: location) }
  }

  /// Records a step.
  ///
  /// - Parameter before: The state before the step.
  func step<State, Action>(
    _ action: Action, from source: ActionSource, changed: [ChangedField],
    from before: State, to after: State
  ) {
    let changes = changed.map { TimelineRow.Change($0.path, from: before, to: after) }
    let name = FailureMessages.name(action)
    let effect = source.effect.map { TimelineBuilder.EffectID(store: store, effect: $0) }
    writer.show {
      $0.step(in: store, action: name, isSent: source.isExternal, by: effect, changes: changes)
    }
  }

  func receive<Action>(_ action: Action, at callSite: CallSite) {
    let name = FailureMessages.name(action)
    writer.show { $0.receive(name, at: LedgerLocation(callSite)) }
  }
}

// MARK: - Effects

extension StoreTrace {
  private func id(of effect: EffectOrigin) -> TimelineBuilder.EffectID {
    TimelineBuilder.EffectID(store: store, effect: effect.id)
  }

  func didStart(_ effect: EffectOrigin, name: String?) {
    let location = LedgerLocation(effect.callSite)
    writer.show { $0.start(id(of: effect), name: name ?? effect.name, at: location) }
  }

  func didEnd(_ effect: EffectOrigin, _ end: TimelineBuilder.End) {
    writer.show { $0.end(id(of: effect), end) }
  }

  func didDismiss() { writer.show { $0.dismissal() } }

  package func on(_ event: CallEvent) {
    guard case .parked(let effect, let parking) = event else { return writer.on(event) }
    let text = parking.end.map { "sleeps until \($0())" } ?? "waits for \(parking.description())"
    writer.show { $0.wait(id(of: effect), text.oneShortLine) }
  }
}

// The texts of values in a trace.

extension TimelineRow.Change {
  /// - Parameter path: The path to a field that differs between two states.
  fileprivate init(_ path: FieldPath, from before: Any, to after: Any) {
    let (old, new) = (path.value(in: before), path.value(in: after))
    let texts = [old, new].map { value in
      value.map { String(dumpingOnOneLine: $0).oneShortLine } ?? "—"
    }
    self.init(field: path.description, old: texts[0], new: texts[1])
    guard let old, let new, texts.contains(where: { $0.count > 60 }) else { return }
    lines = Difference.between(old, new)?.lines(limit: 8).map(\.oneShortLine)
  }
}

extension String {
  /// The text on one line, cut to a length that fits a picture.
  fileprivate var oneShortLine: String {
    let line = contains(where: \.isNewline) ? replacing(#/\s*\n\s*/#, with: " ") : self
    return line.count > 160 ? line.prefix(159) + "…" : line
  }
}
