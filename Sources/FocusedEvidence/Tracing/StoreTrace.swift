import Core
import FocusedTestStore
import ReducerDebugging
import TestEvents

/// Writes the events of one store. A store has one only while its process is traced.
package struct StoreTrace: WaitListener {
  let writer: TraceWriter
  private let store: Int

  init(_ writer: TraceWriter) {
    self.writer = writer
    store = writer.numberOfNewStore()
  }

  func didCreate<State, Action>(
    _: State.Type, _: Action.Type, _ reducer: Any.Type?, at creation: CallSite
  ) {
    writer.write(
      .store(
        TracedStore(
          store: store, file: creation.fileID.description, line: Int(creation.line),
          stateType: TypeName.of(State.self), actionType: TypeName.of(Action.self),
          reducerType: reducer.map { TypeName.of($0) },
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
    var event = TracedStep(
      store: store, step: step, feature: key.feature, action: key.name,
      text: FailureMessages.name(action))
    event.cause = source.cause
    event.effect = source.effect
    if source.isExternal {
      event.before = Self.arguments(of: before)
    } else {
      event.expectations = AssertionCode.expectations(of: action)
    }
    event.sent = facts.first { $0.behavior.outcome.kind.sign == .action }?.behavior
    let assignments = Assignments(Difference.between(before, after)?.fieldChanges ?? [])
    event.changes = changed.map { field in
      TracedChange(
        behavior: Behavior(key, .field(field.name(in: key.feature))),
        path: field.path.components.compactMap(TracedChange.Part.init),
        assignment: assignments.text(of: field.path),
        inCase: assignments.inCase(of: field.path),
        shown: TracedChange.Shown(field.path, from: before, to: after))
    }
    writer.write(.step(event))
  }

  /// Records the other outcomes of a step.
  func outcomes(_ facts: [BehaviorLog.Fact], of step: Int) {
    for fact in facts where fact.mark == .exercised {
      writer.write(
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
    writer.write(
      .assertion(
        TracedAssertion(
          store: store, step: step, file: callSite?.fileID.description,
          line: callSite.map { Int($0.line) }, isInFull: isInFull, behaviors: behaviors)))
  }

  /// The arguments of the initializer call that creates a state.
  private static func arguments(of state: Any) -> [TracedField]? {
    guard let record = ShownValue(of: state).composite, record.isRecord, !record.isAtomic else {
      let literal = SourceLiteral(state)
      return literal.isPasteable ? [TracedField(name: "", value: literal.text)] : nil
    }
    return record.fields.compactMap { field in
      guard let name = field.label, field.property != nil else { return nil }
      let literal = SourceLiteral(field.value)
      return TracedField(name: name, value: literal.isPasteable ? literal.text : nil)
    }
  }
}

// MARK: - Effects

extension StoreTrace {
  func id(of effect: EffectOrigin) -> TracedEffectID {
    TracedEffectID(store: store, effect: effect.id)
  }

  func didStart(_ effect: EffectOrigin, name: String?) {
    writer.write(
      .effect(
        TracedEffect(
          id: id(of: effect), step: effect.step, name: name ?? effect.name,
          file: effect.callSite.fileID.description, line: Int(effect.callSite.line))))
  }

  func didEnd(_ effect: EffectOrigin, _ kind: TracedEnd.Kind, inStep step: Int? = nil) {
    writer.write(.end(TracedEnd(id: id(of: effect), kind: kind, step: step)))
  }

  package func didPark(_ effect: EffectOrigin, _ parking: Parking) {
    wait(of: effect, parking.cause, parking.description().oneShortLine, until: parking.end?())
  }

  package func didUnpark(_ effect: EffectOrigin, _ cause: Parking.Cause) {
    wait(of: effect, cause, nil)
  }

  private func wait(
    of effect: EffectOrigin, _ cause: Parking.Cause, _ text: String?, until end: String? = nil
  ) {
    let cause: TracedWait.Cause =
      switch cause {
      case .clock: .clock
      case .stub: .stub
      case .own: .own
      }
    writer.write(.wait(TracedWait(id: id(of: effect), cause: cause, text: text, until: end)))
  }
}

extension StubCaller {
  /// The effect's ID in the trace, if its store is traced.
  var tracedID: TracedEffectID? { (waits as? StoreTrace)?.id(of: effect) }
}

/// The assignments that turn one value into another.
private struct Assignments {
  private let changes: [FieldChange]
  private let assignments: [Assignment]

  init(_ changes: [FieldChange]) {
    self.changes = changes
    assignments = changes.assignments
  }

  /// The assignment of a field, relative to the payload of the innermost case on its path. `nil` if the path has no
  /// case, or source code can't express the assignment.
  func inCase(of path: FieldPath) -> TracedChange.InCase? {
    let last = path.components.lastIndex { component in
      if case .payload(_, part: nil) = component { true } else { false }
    }
    guard let last, last + 1 < path.components.count else { return nil }
    let way = path.prefix(last + 1)
    let inside = Assignments(
      changes.filter { way.contains($0.path) && $0.path != way }
        .map { $0.droppingFirst(last + 1) })
    let field = FieldPath(Array(path.components.dropFirst(last + 1)))
    return inside.text(of: field).map { text in
      TracedChange.InCase(
        depth: way.components.compactMap(TracedChange.Part.init).count, assignment: text)
    }
  }

  /// The assignment of a field, or `nil` if source code can't express the assignment.
  ///
  /// If elements are added or removed, it assigns the whole collection, because one removed element does not determine
  /// the others. The elements of a long collection, and those of a stack, are assigned one by one, because a new stack
  /// would give them other IDs.
  func text(of path: FieldPath) -> String? {
    let whole = assignments.first { $0.path.contains(path) }
    let found = whole.map { [$0] } ?? assignments.filter { path.contains($0.path) }
    guard let first = found.first, found.allSatisfy({ $0.isPossible && $0.value.isPasteable })
    else { return nil }
    if whole == nil, let change = changes.first(where: { $0.path == path }),
      let new = change.elements?.lists.new,
      new.elementAccess != .byOwnID || new.elementCount == 0,
      let bracket = first.target.lastIndex(of: "["), first.target.hasSuffix("]")
    {
      let value = SourceLiteral(change.new)
      if value.isPasteable, value.text.count <= Self.wholeWidth {
        return "\(first.target[..<bracket]) = \(value.text)"
      }
    }
    return found.map { "\($0.target) = \($0.value.text)" }.joined(separator: "\n")
  }

  /// The maximum length of a collection that is written as a whole.
  private static var wholeWidth: Int { 320 }
}

extension TracedChange.Part {
  fileprivate init?(_ component: FieldPath.Component) {
    switch component.step {
    case .field(let name): self.init(.field, name)
    case .payload(let name, let part): self.init(.payload, name, label: part)
    case .element(let place): self.init(.element, place)
    case .wrapped: return nil
    }
  }
}

// The texts of values in a trace.

extension TracedChange.Shown {
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
