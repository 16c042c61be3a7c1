import TestEvents
import SourceReading

/// A behavior that a test asserts or can assert, with each location of an assertion.
///
/// An action's effect on a field can differ in kind between inputs: one input sets a failure, and another removes it.
/// These count as several behaviors.
package struct AssertedBehavior: Hashable, Sendable {
  package let behavior: Behavior
  /// The kind of change.
  package let kind: String
  package var occurrences: [Occurrence]

  /// The kind of change that replaces a list by another list.
  static let replaced = "replaced"

  /// An assertion of the behavior in the test, or a location for one.
  package struct Occurrence: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
      /// The closure of the `send` itself.
      case sent(TracedChange)
      /// The closure of a `receive`.
      case received(TracedChange)
      /// A `receive` of the action.
      case action
      /// No existing assertion. After the statement, a new assertion can check a field, or a new `receive` can expect
      /// the action of an effect, with one of these arguments.
      case unreceived([String], TracedChange?)
      /// The end of all effects.
      case end
    }

    /// The statement that asserts.
    package let unit: Int

    /// The statement whose `send` led to the behavior.
    package let root: Int

    package let form: Form
  }
}

/// A behavior that the original asserts at several lines, with inputs that differ only in values.
package struct MergedInputs: Hashable, Sendable {
  package let behavior: Behavior
  package let lines: [Int]

  package init(behavior: Behavior, lines: [Int]) {
    self.behavior = behavior
    self.lines = lines
  }
}

extension TracedTest {
  /// The behaviors that the original asserts with several inputs. One focused test replaces them, with the input that
  /// makes it shortest.
  package var mergedInputs: [MergedInputs] {
    let source = function.source
    return assertedBehaviors.compactMap { behavior in
      guard behavior.behavior.outcome.kind.sign == .state else { return nil }
      var seen: Set<String> = []
      let units = behavior.occurrences.map(\.unit).filter { unit in
        guard let call = self.units[unit].actionCall else { return false }
        // A later assertion may compare the whole state again.
        return self.units[unit].assertions.contains { assertion in
          assertion.step.flatMap { steps[$0] }?.step.changes
            .contains { $0.behavior == behavior.behavior } == true
        } && seen.insert(source.text(call.arguments)).inserted
      }
      guard units.count > 1 else { return nil }
      return MergedInputs(
        behavior: behavior.behavior,
        lines: units.map { source.lineRange(of: self.units[$0].tokens).lowerBound })
    }
  }

  /// The behaviors that the test asserted, in the order of their first assertions.
  ///
  /// Behaviors that only blocks assert are left out, because blocks are not split.
  package var assertedBehaviors: [AssertedBehavior] {
    var result: [AssertedBehavior] = []
    func add(_ behavior: Behavior, _ kind: String, _ occurrence: AssertedBehavior.Occurrence) {
      if let index = result.firstIndex(where: { ($0.behavior, $0.kind) == (behavior, kind) }) {
        if !result[index].occurrences.contains(occurrence) {
          result[index].occurrences.append(occurrence)
        }
      } else {
        result.append(
          AssertedBehavior(behavior: behavior, kind: kind, occurrences: [occurrence]))
      }
    }
    for (index, unit) in units.enumerated() where unit.kind != .block {
      for assertion in unit.assertions {
        for behavior in assertion.behaviors {
          guard let occurrence = occurrence(of: behavior, assertion, at: index) else { continue }
          add(behavior, kind(of: occurrence.form, assertion.step), occurrence)
        }
      }
    }
    return result
  }

  /// The behaviors that the test asserted only in statements that cannot be split.
  package var unsplitBehaviors: [Int: Set<Behavior>] {
    unsplit(
      units.indices.reduce(into: [:]) { $0[$1] = Set(units[$1].assertions.flatMap(\.behaviors)) })
  }

  /// The behaviors that only helpers asserted, by the index of the problem that names the helper.
  var unsplitBehaviorsInHelpers: [Int: Set<Behavior>] { unsplit(behaviorsInHelpers) }

  private func unsplit(_ asserted: [Int: Set<Behavior>]) -> [Int: Set<Behavior>] {
    let split = Set(assertedBehaviors.map(\.behavior))
    return asserted.mapValues { $0.subtracting(split).filter(\.outcome.kind.canBeSwitchedOff) }
      .filter { !$0.value.isEmpty }
  }

  /// All behaviors that the test asserted and, unless `isAsserted`, all others that it exercised.
  package func behaviors(isAsserted: Bool) -> Set<Behavior> {
    let asserted =
      units.flatMap(\.assertions).flatMap(\.behaviors) + behaviorsInHelpers.values.flatMap(\.self)
    let steps = units.flatMap(\.steps)
    let others =
      isAsserted
      ? []
      : steps.flatMap(\.changes).map(\.behavior) + steps.compactMap(\.sent)
        + units.flatMap(\.outcomes).map(\.behavior)
    return Set(asserted + others).filter { $0.outcome != .nothing }
  }

  /// The kind of change, which distinguishes inputs of one action with different effects: whether they set, extend,
  /// or clear a field. For a received action, the kinds of all its changes.
  func kind(of form: AssertedBehavior.Occurrence.Form, _ step: Int?) -> String {
    func kind(_ change: TracedChange) -> String {
      guard let elements = change.value?.elements else { return change.kind }
      let before = steps.values.filter { $0.step.step <= step ?? 0 }
        .sorted { $0.step.step < $1.step.step }
        .flatMap(\.step.changes).filter { $0.path == change.path }.dropLast().last?.value
      let beginning = change.path.count == 1 ? self.beginning : nil
      let first = beginning?.first { $0.name == change.path[0].name }?.value
      guard let old = (before ?? first ?? change.shown?.old)?.elements, !old.isEmpty else {
        return change.kind
      }
      if elements.count > old.count, elements.starts(with: old) { return "added" }
      return elements.isEmpty ? change.kind : AssertedBehavior.replaced
    }
    switch form {
    case .sent(let change), .received(let change), .unreceived(_, let change?): return kind(change)
    case .action, .unreceived(_, nil):
      return step.flatMap { steps[$0]?.step.changes }?
        .map { "\($0.behavior.outcome) \(kind($0))" }.sorted().joined(separator: ", ") ?? ""
    case .end: return ""
    }
  }

  private func occurrence(
    of behavior: Behavior, _ assertion: TracedAssertion, at index: Int
  ) -> AssertedBehavior.Occurrence? {
    let unit = units[index]
    func occurrence(
      _ form: AssertedBehavior.Occurrence.Form, root: Int?
    ) -> AssertedBehavior.Occurrence? {
      root.map { AssertedBehavior.Occurrence(unit: index, root: $0, form: form) }
    }
    switch behavior.outcome.kind.sign {
    case .state:
      // The latest step that changed the field. In `.off`, this can be a step before the asserted one.
      guard let number = assertion.step,
        let found = steps.values.filter({ step in
          step.step.step <= number && step.step.changes.contains { $0.behavior == behavior }
        }).max(by: { $0.step.step < $1.step.step }),
        let change = found.step.changes.first(where: { $0.behavior == behavior })
      else { return nil }
      if unit.isSend, found.step.cause == nil { return occurrence(.sent(change), root: index) }
      return occurrence(.received(change), root: root(of: found.step.step))
    case .action:
      return unit.isReceive ? occurrence(.action, root: assertion.step.flatMap(root)) : nil
    case .effect where unit.isReceive && behavior.outcome.kind == .starts:
      return occurrence(.action, root: assertion.step.flatMap(root))
    case .effect:
      let latest = units.flatMap(\.outcomes).last { $0.behavior == behavior }
      return occurrence(.end, root: latest.flatMap { root(of: $0.step) })
    case nil:
      return nil
    }
  }
}

extension TracedChange {
  /// The source of the field's new value.
  ///
  /// If the assignment sets a whole case of an enum, the value is that of the case's own field.
  fileprivate var value: String? {
    if let assignment = inCase?.assignment ?? assignment,
      let equals = assignment.firstRange(of: " = ")
    {
      return String(assignment[equals.upperBound...])
    }
    return shown?.new
  }

  /// The elements of the field's new and previous values, if they are arrays. Elements that any state may contain are
  /// left out.
  var listElements: [String] {
    [value, shown?.old].compactMap { $0?.elements }.flatMap(\.self)
      .filter { !Self.simpleValues.contains($0) }
  }

  /// The kind of the field's value: a simple value such as `nil`, a case of an enum, or another value.
  fileprivate var kind: String {
    let value = value ?? ""
    if value.hasPrefix("."), !value.dropFirst().hasPrefix("init") {
      return String(value.prefix { $0 != "(" })
    }
    return Self.simpleValues.first { $0 == value } ?? ""
  }

  private static let simpleValues = ["nil", "true", "false", "[]", "[:]", "\"\"", "0"]
}

extension String {
  var withoutSpace: String { filter { !$0.isWhitespace } }

  /// The elements of an array literal, without regard to white space; `nil` for another value.
  fileprivate var elements: [String]? {
    let source = SwiftSource(self)
    guard source.text(0) == "[", let inside = source.inside(0),
      inside.upperBound + 1 == source.tokens.count
    else { return nil }
    return source.arguments(in: inside).map { $0.map { source.text($0) }.joined(separator: " ") }
  }
}
