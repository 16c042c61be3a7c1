import BehaviorLedger
import Core
import ReducerDebugging

/// Writes what one store does to the trace. A store has one only while its process is traced.
struct StoreTrace<State, Action> {
  private let writer: TraceWriter
  private let store: Int

  init(_ writer: TraceWriter, createdAt creation: CallSite) {
    self.writer = writer
    store = writer.numberOfNewStore()
    writer.write(
      .store(
        TracedStore(
          store: store, file: creation.fileID.description, line: Int(creation.line),
          stateType: TypeName.of(State.self), actionType: TypeName.of(Action.self))))
  }

  /// Writes that a call begins.
  func call(_ kind: TracedCall.Kind, at callSite: CallSite) { writer.call(kind, at: callSite) }

  /// Writes a step.
  ///
  /// - Parameters:
  ///   - facts: What the ledger makes of the step itself.
  ///   - states: The states before and after it.
  func step(
    _ step: Int, _ key: ActionKey, from source: ActionSource, changed: [ChangedField],
    facts: [BehaviorLog.Fact], from before: State, to after: State
  ) {
    var event = TracedStep(store: store, step: step, feature: key.feature, action: key.name)
    switch source {
    case .outside: event.before = Self.arguments(of: before)
    case .effect(let effect): event.cause = effect.step
    case .synchronous(let cause): event.cause = cause
    }
    event.sent = facts.first { $0.behavior.outcome.kind.sign == .action }?.behavior
    let assignments = Assignments(from: before, to: after)
    let payload = CasePayload(before, after)
    event.changes = changed.map { field in
      TracedChange(
        behavior: Behavior(
          feature: key.feature, action: key.name,
          outcome: .field(field.key.name(in: key.feature))),
        path: field.path.components.compactMap(TracedChange.Part.init),
        assignment: assignments.text(of: field.path),
        inCase: payload.flatMap { payload in
          guard field.path.components.count > 1 else { return nil }
          let path = FieldPath(Array(field.path.components.dropFirst()))
          return TracedChange.InCase(
            name: payload.name, type: payload.type, assignment: payload.assignments.text(of: path))
        })
    }
    writer.write(.step(event))
  }

  /// Writes what else came of a step.
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

  /// The arguments of the initializer that makes a state.
  private static func arguments(of state: State) -> [TracedField]? {
    guard case .composite(let record) = Shape(of: state), record.isRecord, !record.isAtomic else {
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

/// The assignments that turn one value into another.
private struct Assignments {
  private let changes: [FieldChange]
  private let assignments: [Assignment]

  init(from before: Any, to after: Any) {
    changes = Difference.between(before, after)?.fieldChanges ?? []
    assignments = changes.assignments
  }

  /// The assignment of a field; `nil` if source cannot make it.
  ///
  /// Where elements come or go, it is that of the whole collection: that an element is gone says nothing of
  /// the others.
  func text(of path: FieldPath) -> String? {
    let found =
      assignments.first { $0.path.contains(path) } ?? assignments.first { path.contains($0.path) }
    guard let found, found.isPossible, found.value.isPasteable else { return nil }
    if let change = changes.first(where: { $0.path == path }), change.elements != nil,
      let bracket = found.target.lastIndex(of: "["), found.target.hasSuffix("]")
    {
      let whole = SourceLiteral(change.new)
      if whole.isPasteable, whole.text.count <= Self.wholeWidth {
        return "\(found.target[..<bracket]) = \(whole.text)"
      }
    }
    return "\(found.target) = \(found.value.text)"
  }

  /// A longer collection is not written as a whole.
  private static var wholeWidth: Int { 320 }
}

/// What a state that is an enum holds, if it stays in its case.
private struct CasePayload {
  let name: String
  let type: String
  let assignments: Assignments

  init?(_ before: Any, _ after: Any) {
    guard case .composite(let old) = Shape(of: before), case .composite(let new) = Shape(of: after),
      let name = new.caseName, old.caseName == name,
      let before = old.onlyPayload, let after = new.onlyPayload
    else { return nil }
    self.name = name
    type = TypeName.of(Swift.type(of: after))
    assignments = Assignments(from: before, to: after)
  }
}

extension TracedChange.Part {
  fileprivate init?(_ component: FieldPath.Component) {
    switch component {
    case .field(let name): self.init(.field, name)
    case .payload(let name, let part): self.init(.payload, name, label: part)
    case .index, .id, .key:
      self.init(.element, String(component.description.dropFirst().dropLast()))
    case .wrapped: return nil
    }
  }
}
