import TestEvents
import SourceReading

/// A behavior that a test asserts, with the location of each assertion.
///
/// An action's effect on a field can differ in kind between inputs: one input sets a failure, and another removes it.
/// These count as several behaviors.
package struct AssertedBehavior: Hashable, Sendable {
  package let behavior: Behavior
  /// The kind of change.
  package let kind: String
  package var occurrences: [Occurrence]
  /// The assertions at steps that lead to the behavior.
  package var inputs: [Occurrence] = []

  /// The last input whose value differs from the first one's, if possible also from the value before the first one.
  /// `nil` if all inputs have the same value.
  ///
  /// A constant in place of a computed value passes a test of the first input, and fails a test of this one.
  package var last: Occurrence? {
    var seen: Set<[String]> = []
    let others = inputs.filter { input in
      input.value != inputs[0].value && seen.insert([input.input, input.value]).inserted
    }
    return others.last { $0.change?.shown?.new != inputs[0].change?.shown?.old } ?? others.last
  }

  /// The later assertions of another value, beside assertions at steps that lead to the behavior: in `.off`, several
  /// steps can change a field before a test asserts it.
  var later: [Occurrence] {
    inputs.isEmpty
      ? []
      : occurrences.filter { occurrence in
        occurrence.step != nil && !inputs.contains { $0.value == occurrence.value }
      }
  }

  /// The kind of change that replaces a list by another list.
  static let replaced = "replaced"

  /// An assertion of a behavior in the test, or a location for one.
  package struct Occurrence: Hashable, Sendable {
    /// The statement that asserts, or that a new assertion can follow.
    package let unit: Int
    /// The statement whose `send` led to the behavior.
    package let root: Int
    /// The step of the behavior, or of the action that shows it; `nil` for the end of all effects.
    var step: TracedStep?
    /// The change of the field; `nil` if the behavior isn't one.
    var change: TracedChange?
    /// Whether the statement asserts. Otherwise, a new assertion can check the field, or a new `receive` can expect
    /// the action.
    var isAsserted = true
    /// The arguments of the call that sends or receives the action, and the value that the assertion expects.
    var input = ""
    var value = ""
  }
}

// MARK: - The asserted behaviors

extension TracedTest {
  /// The behaviors that the test asserted, in the order of their first assertions.
  ///
  /// Behaviors that only blocks assert are left out, because blocks are not split.
  package var assertedBehaviors: [AssertedBehavior] {
    var result: [AssertedBehavior] = []
    for (index, unit) in units.enumerated() where unit.kind != .block {
      for assertion in unit.assertions {
        for behavior in assertion.behaviors {
          guard let occurrence = occurrence(of: behavior, assertion, at: index) else { continue }
          let kind = kind(of: occurrence)
          let known = result.firstIndex { ($0.behavior, $0.kind) == (behavior, kind) }
          if let known, !result[known].occurrences.contains(occurrence) {
            result[known].occurrences.append(occurrence)
          } else if known == nil {
            result.append(
              AssertedBehavior(behavior: behavior, kind: kind, occurrences: [occurrence]))
          }
        }
      }
    }
    for index in result.indices { result[index].inputs = inputs(of: result[index]) }
    return result
  }

  private func inputs(of behavior: AssertedBehavior) -> [AssertedBehavior.Occurrence] {
    if behavior.behavior.outcome.kind.sign == .effect { return [] }
    return behavior.occurrences.filter { occurrence in
      // A later assertion may compare the whole state again.
      occurrence.step != nil && units[occurrence.unit].actionCall != nil
        && units[occurrence.unit].assertions.contains { $0.step == occurrence.step?.step }
    }
  }

  private func occurrence(
    of behavior: Behavior, _ assertion: TracedAssertion, at index: Int
  ) -> AssertedBehavior.Occurrence? {
    switch behavior.outcome.kind.sign {
    case .state:
      // The latest step that changed the field. In `.off`, this can be a step before the asserted one.
      let changing = steps.filter { number, found in
        number <= assertion.step ?? -1 && found.step.changes.contains { $0.behavior == behavior }
      }
      return occurrence(of: behavior, in: changing.keys.max(), at: index)
    case .action where units[index].isReceive,
      .effect where units[index].isReceive && behavior.outcome.kind == .starts:
      return occurrence(of: behavior, in: assertion.step, at: index)
    case .action:
      return nil
    case .effect:
      let latest = units.flatMap(\.outcomes).last { $0.behavior == behavior }
      return latest.flatMap { end(ofEffectFrom: $0.step, at: index) }
    case nil:
      return nil
    }
  }

  private func occurrence(
    of behavior: Behavior, in number: Int?, at unit: Int, isAsserted: Bool = true
  ) -> AssertedBehavior.Occurrence? {
    guard let number, let step = steps[number]?.step, let root = root(of: number) else {
      return nil
    }
    let change = step.changes.first { $0.behavior == behavior }
    let input = units[unit].actionCall.map { function.source.text($0.arguments) } ?? ""
    return AssertedBehavior.Occurrence(
      unit: unit, root: root, step: step, change: change, isAsserted: isAsserted, input: input,
      value: change.map(\.ownValue) ?? input)
  }

  private func end(ofEffectFrom step: Int, at unit: Int) -> AssertedBehavior.Occurrence? {
    root(of: step).map { AssertedBehavior.Occurrence(unit: unit, root: $0) }
  }
}

// MARK: - The exercised behaviors

extension TracedTest {
  /// All behaviors that the test asserted and, unless `isAsserted`, all others that it exercised.
  package func behaviors(isAsserted: Bool) -> Set<Behavior> {
    let asserted =
      units.flatMap(\.assertions).flatMap(\.behaviors) + problems.flatMap(\.asserted)
    let steps = units.flatMap(\.steps)
    let others =
      isAsserted
      ? []
      : steps.flatMap(\.changes).map(\.behavior) + steps.compactMap(\.sent)
        + units.flatMap(\.outcomes).map(\.behavior)
    return Set(asserted + others).filter { $0.outcome != .nothing }
  }

  /// The maximum number of locations to try.
  private static let occurrenceLimit = 8

  /// Each location where an assertion of a behavior is possible, whether the test has one there or not.
  package func exercised(_ behavior: Behavior) -> [AssertedBehavior.Occurrence] {
    var result: [AssertedBehavior.Occurrence?] = []
    let receivers = statementsThatReceive
    let outcomes = Set(units.flatMap(\.outcomes).filter { $0.behavior == behavior }.map(\.step))
    // A store that is created in a block can't be used after the block.
    let hasStore = creation != nil || function.members.flatMap(\.names).contains(storeName)
    for (index, unit) in units.enumerated() where hasStore || unit.kind != .block {
      for step in unit.steps {
        let isSign =
          step.sent == behavior
          || behavior.outcome.kind == .starts && step.cause.map(outcomes.contains) == true
        guard isSign || step.changes.contains(where: { $0.behavior == behavior }) else { continue }
        let receiver = receivers[step.step]
        result.append(
          occurrence(
            of: behavior, in: step.step, at: receiver ?? index,
            isAsserted: receiver != nil || step.cause == nil && unit.isSend))
      }
    }
    if behavior.outcome.kind == .cancels, let last = units.indices.last {
      result += outcomes.sorted().map { end(ofEffectFrom: $0, at: last) }
    }
    return Array(result.compactMap(\.self).prefix(Self.occurrenceLimit))
  }

  /// The statements that receive an action, by the number of the action's step.
  private var statementsThatReceive: [Int: Int] {
    units.indices.reduce(into: [:]) { receivers, index in
      guard units[index].isReceive else { return }
      for case let step? in units[index].assertions.map(\.step) { receivers[step] = index }
    }
  }
}

// MARK: - Kinds

extension TracedTest {
  /// The kind of change, which distinguishes inputs of one action with different effects: whether they set, extend,
  /// or clear a field. For a received action, the kinds of all its changes.
  private func kind(of occurrence: AssertedBehavior.Occurrence) -> String {
    guard let step = occurrence.step else { return "" }
    if let change = occurrence.change { return kind(of: change, in: step) }
    return step.changes.map { "\($0.behavior.outcome) \(kind(of: $0, in: step))" }.sorted()
      .joined(separator: ", ")
  }

  private func kind(of change: TracedChange, in step: TracedStep) -> String {
    guard let elements = change.value?.elements else { return change.kind }
    let before = steps.values.filter { $0.step.step < step.step }
      .sorted { $0.step.step < $1.step.step }
      .flatMap(\.step.changes).last { $0.path == change.path }?.value
    let beginning = change.path.count == 1 ? self.beginning : nil
    let first = beginning?.first { $0.name == change.path[0].name }?.value
    guard let old = (before ?? first ?? change.shown?.old)?.elements, !old.isEmpty else {
      return change.kind
    }
    if elements.count > old.count, elements.starts(with: old) { return "added" }
    return elements.isEmpty ? change.kind : AssertedBehavior.replaced
  }
}

extension TracedChange {
  /// The source of the field's new value.
  ///
  /// If the assignment sets a whole case of an enum, the value is that of the case's own field.
  fileprivate var value: String? {
    (inCase?.assignment ?? assignment).flatMap(\.assignedValue) ?? shown?.new
  }

  /// The field's new value, as a text to compare.
  fileprivate var ownValue: String {
    // If the field is inside a case, the assignment contains the values of other fields.
    let isInCase = path.contains { $0.kind == .payload }
    let assignment = inCase?.assignment ?? (isInCase ? nil : assignment)
    return (shown?.new ?? "") + (assignment?.assignedValue ?? "")
  }

  /// The kind of the field's value: a simple value such as `nil`, a case of an enum, or another value.
  fileprivate var kind: String {
    let value = value ?? ""
    if value.hasPrefix("."), !value.dropFirst().hasPrefix("init") {
      return String(value.prefix { $0 != "(" })
    }
    return ["nil", "true", "false", "[]", "[:]", "\"\"", "0"].first { $0 == value } ?? ""
  }
}

extension String {
  /// The value that an assignment sets: `40` of `$0.age = 40`.
  fileprivate var assignedValue: String? {
    firstRange(of: " = ").map { String(self[$0.upperBound...]) }
  }

  /// The elements of an array literal, without regard to white space; `nil` for another value.
  fileprivate var elements: [String]? {
    let source = SwiftSource(self)
    guard source.text(0) == "[", let inside = source.inside(0),
      inside.upperBound + 1 == source.tokens.count
    else { return nil }
    return source.arguments(in: inside).map { $0.map { source.text($0) }.joined(separator: " ") }
  }
}
