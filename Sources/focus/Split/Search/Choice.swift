import SourceReading
import TestEvents

/// A choice of a test's elements, with an exhaustivity: a shorter test.
package struct Choice: Hashable, Sendable {
  /// The exhaustivity of a test. The raw value is the number of its switch.
  package enum Exhaustivity: Int, CaseIterable, Hashable, Sendable {
    case off, receivedActions, inFlightEffects, stateChanges
    /// The original's exhaustivity.
    case original
  }

  package var elements: Set<Int>
  package var exhaustivity = Exhaustivity.off

  /// The choice without some elements, and without the elements that need them.
  func without(_ removed: some Sequence<Int>, in test: SplitTest) -> Choice {
    var choice = self
    choice.elements.subtract(removed)
    for element in test.elements
    where !choice.elements.isSuperset(of: element.needs + [element.parent].compactMap(\.self)) {
      choice.elements.remove(element.number)
    }
    return choice
  }
}

extension Choice.Exhaustivity {
  /// The exhaustivity as source code.
  var text: String {
    switch self {
    case .off: ".off"
    case .original: ".on"
    case .receivedActions, .inFlightEffects, .stateChanges: ".on(checking: .\(self))"
    }
  }
}

/// A run of a choice, with or without a mutant.
package struct Trial: Hashable, Sendable {
  package let choice: Choice
  package var mutant: MutantSubject?
}

extension SplitTest {
  /// The whole test.
  var whole: Choice { Choice(elements: Set(elements.map(\.number)), exhaustivity: .original) }

  /// The numbers of the switches that turn the whole test into a choice.
  func switches(for choice: Choice) -> [Int] {
    let exhaustivity = choice.exhaustivity == .original ? [] : [choice.exhaustivity.rawValue]
    return exhaustivity + elements.map(\.number).filter { !choice.elements.contains($0) }
  }

  /// The elements that assert the outcome of a behavior, by name: the field, or the received action.
  func assertions(naming behavior: Behavior) -> [TestElement] {
    guard let name = behavior.outcome.name?.lastName else { return [] }
    return elements.filter { $0.isAssertion && ownNames(of: $0).contains(name) }
  }

  /// The last element that asserts a behavior in the closure of a call that names its action, and the call.
  func lastAssertion(of behavior: Behavior) -> (element: TestElement, call: Int)? {
    guard let action = behavior.action.lastName else { return nil }
    return assertions(naming: behavior).compactMap { element in
      let calls = sequence(first: element) { $0.parent.map { self[$0] } }.dropFirst()
      return calls.first { ownNames(of: $0).contains(action) }.map {
        (element: element, call: $0.number)
      }
    }.last
  }

  /// The names in an element, without those in its inner elements.
  private func ownNames(of element: TestElement) -> Set<String> {
    let inner = elements.filter { $0.parent == element.number }.flatMap { Array($0.tokens) }
    return Set(element.tokens.filter { !inner.contains($0) }.map(source.text))
  }
}

extension String {
  /// The last name in the text: `title` in `sheet.rows[].title`.
  fileprivate var lastName: String? {
    split { !($0.isLetter || $0.isNumber || $0 == "_") }.last.map(String.init)
  }
}
