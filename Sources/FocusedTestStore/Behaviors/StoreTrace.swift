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
    event.sent =
      facts.first { fact in
        fact.behavior.outcome.kind == .sends || fact.behavior.outcome.kind == .dismisses
      }?.behavior
    let assignments = Difference.between(before, after)?.fieldChanges.assignments ?? []
    event.changes = changed.map { field in
      let assignment =
        assignments.first { $0.path.contains(field.path) }
        ?? assignments.first { field.path.contains($0.path) }
      let isPossible = assignment.map { $0.isPossible && $0.value.isPasteable } ?? false
      return TracedChange(
        behavior: Behavior(
          feature: key.feature, action: key.name,
          outcome: .field(field.key.name(in: key.feature))),
        path: field.path.components.compactMap(TracedChange.Part.init),
        assignment: isPossible ? assignment.map { "\($0.target) = \($0.value.text)" } : nil)
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
