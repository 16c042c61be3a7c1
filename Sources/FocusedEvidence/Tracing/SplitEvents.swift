import Core
import FocusedTestStore
import ReducerDebugging
import TestEvents

// Everything in this file serves `focus split`.

extension StoreTrace {
  /// The event of a step.
  func event<State, Action>(
    of step: Int, _ action: Action, _ key: ActionKey, from source: ActionSource,
    changed: [(ChangedField, TimelineRow.Change)], facts: [BehaviorLog.Fact],
    from before: State, to after: State
  ) -> TracedStep {
    var event = TracedStep(store: store, step: step, feature: key.feature, action: key.name)
    event.cause = source.cause
    if source.isExternal {
      event.before = Self.arguments(of: before)
    } else {
      event.expectations = AssertionCode.expectations(of: action)
    }
    event.sent = facts.first { $0.behavior.outcome.kind.sign == .action }?.behavior
    let assignments = Assignments(Difference.between(before, after)?.fieldChanges ?? [])
    event.changes = changed.map { field, shown in
      TracedChange(
        behavior: Behavior(key, .field(field.name(in: key.feature))),
        path: field.path.components.compactMap(TracedChange.Part.init),
        assignment: assignments.text(of: field.path),
        inCase: assignments.inCase(of: field.path), shown: shown)
    }
    return event
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

extension AssertionCode {
  /// The arguments with which a `receive` can expect an action, the most specific one first.
  fileprivate static func expectations<Action>(of action: Action) -> [String] {
    // A longer action is expected by its case alone.
    let whole = argument(for: action, isSent: false).flatMap {
      $0.contains("\n") || $0.count > 100 ? nil : $0
    }
    let pattern = caseArgument(for: action, withValue: false)
    return [whole, pattern == whole ? nil : pattern].compactMap(\.self)
  }
}

/// The assignments that turn one value into another.
private struct Assignments {
  private let changes: [FieldChange]
  private let assignments: [AssertionCode.Statement]

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
    guard let first = found.first, found.allSatisfy({ !$0.isComment }) else { return nil }
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
    return found.map(\.text).joined(separator: "\n")
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
