import BehaviorLedger

/// A behavior that the test asserted, and each place where it did.
package struct AssertedBehavior: Hashable, Sendable {
  package let behavior: Behavior
  package var occurrences: [Occurrence]

  /// An assertion of the behavior in the test.
  package struct Occurrence: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
      /// The closure of the `send` itself.
      case sent(TracedChange)
      /// The closure of a `receive`. If the action came while the `receive` waited, so must a new test.
      case received(TracedChange, whileWaiting: Bool)
      /// A `receive` of the action.
      case action
      /// The end of all effects.
      case end
    }

    /// The statement that asserts.
    package let unit: Int

    /// The statement that sent what it goes back to.
    package let root: Int

    package let form: Form
  }
}

extension TracedTest {
  /// The behaviors that the test asserted, in the order in which it first did so.
  ///
  /// What is asserted only in a statement that is taken over as it is is left out.
  package var assertedBehaviors: [AssertedBehavior] {
    var result: [AssertedBehavior] = []
    let steps = steps
    func add(_ behavior: Behavior, _ occurrence: AssertedBehavior.Occurrence) {
      if let index = result.firstIndex(where: { $0.behavior == behavior }) {
        if !result[index].occurrences.contains(occurrence) {
          result[index].occurrences.append(occurrence)
        }
      } else {
        result.append(AssertedBehavior(behavior: behavior, occurrences: [occurrence]))
      }
    }
    for (index, unit) in units.enumerated() where unit.kind != .block {
      for assertion in unit.assertions {
        for behavior in assertion.behaviors {
          guard let occurrence = occurrence(of: behavior, assertion, at: index, steps) else {
            continue
          }
          add(behavior, occurrence)
        }
      }
    }
    return result
  }

  /// The behaviors that the test asserted only in statements that cannot be split.
  package var unsplitBehaviors: [Int: Set<Behavior>] {
    let split = Set(assertedBehaviors.map(\.behavior))
    var result: [Int: Set<Behavior>] = [:]
    for (index, unit) in units.enumerated() {
      let rest = Set(unit.assertions.flatMap(\.behaviors)).subtracting(split)
        .filter { $0.outcome != .nothing }
      if !rest.isEmpty { result[index] = rest }
    }
    return result
  }

  /// The started effects that a `receive` accounts for: a test of the action that is received asserts both.
  package var coveredStarts: Set<Behavior> {
    var result: Set<Behavior> = []
    for unit in units {
      guard case .receive = unit.kind else { continue }
      for behavior in unit.assertions.flatMap(\.behaviors)
      where behavior.outcome.kind == .starts {
        result.insert(behavior)
      }
    }
    return result
  }

  private func occurrence(
    of behavior: Behavior, _ assertion: TracedAssertion, at index: Int,
    _ steps: [Int: (step: TracedStep, unit: Int)]
  ) -> AssertedBehavior.Occurrence? {
    let unit = units[index]
    func occurrence(
      _ form: AssertedBehavior.Occurrence.Form, root: Int?
    ) -> AssertedBehavior.Occurrence? {
      root.map { AssertedBehavior.Occurrence(unit: index, root: $0, form: form) }
    }
    switch behavior.outcome {
    case .field:
      // The latest step that changed it: the asserted one, or in `.off` one before.
      guard let number = assertion.step,
        let found = steps.values.filter({ step in
          step.step.step <= number && step.step.changes.contains { $0.behavior == behavior }
        }).max(by: { $0.step.step < $1.step.step }),
        let change = found.step.changes.first(where: { $0.behavior == behavior })
      else { return nil }
      if case .send = unit.kind, found.step.cause == nil {
        return occurrence(.sent(change), root: index)
      }
      return occurrence(
        .received(change, whileWaiting: found.unit == index), root: root(of: found.step.step))
    case .sends, .dismisses:
      guard case .receive = unit.kind, let step = assertion.step else { return nil }
      return occurrence(.action, root: root(of: step))
    case .starts where unit.isReceive:
      return occurrence(.action, root: assertion.step.flatMap(root))
    case .starts, .cancels:
      var latest: Int?
      for unit in units {
        for outcome in unit.outcomes where outcome.behavior == behavior { latest = outcome.step }
      }
      return occurrence(.end, root: latest.flatMap(root))
    case .nothing:
      return nil
    }
  }
}

extension TracedTest.Unit {
  fileprivate var isReceive: Bool { if case .receive = kind { true } else { false } }
}
