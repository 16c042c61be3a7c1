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

  /// The elements that assert a behavior in closures of calls that name its action.
  func assertions(of behavior: Behavior) -> [TestElement] {
    let named = assertions(naming: behavior)
    // A `receive(case:)` does not name the case of a `Result`.
    let names = [behavior.action, behavior.action.replacing(/\.(success|failure)$/, with: "")]
    return names.compactMap(\.lastName).lazy.map { name in
      named.filter { element in
        sequence(first: element) { $0.parent.map { self[$0] } }.dropFirst()
          .contains { ownNames(of: $0).contains(name) }
      }
    }.first { !$0.isEmpty } ?? []
  }

  /// The names of fields and cases in an element, without those in its inner elements.
  private func ownNames(of element: TestElement) -> Set<String> {
    let inner = elements.filter { $0.parent == element.number }.map(\.tokens)
    let own = element.tokens.filter { index in !inner.contains { $0.contains(index) } }
    return Set(own.filter { source.text($0 - 1).hasSuffix(".") }.map(source.text))
  }
}

extension String {
  /// The last name in the text: `title` in `sheet.rows[].title`.
  fileprivate var lastName: String? {
    split { !($0.isLetter || $0.isNumber || $0 == "_") }.last.map(String.init)
  }
}
