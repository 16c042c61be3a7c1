import TestEvents

/// The names of focused tests: the action, and the outcomes that the test asserts.
///
/// `Profile · .saveTapped → isSaving` is `` `.saveTapped → isSaving` `` in Swift Testing, and
/// `testSaveTapped_isSaving` in XCTest.
package struct TestNaming: Sendable {
  private let framework: TestFunction.Framework
  private var taken: Set<String>

  /// - Parameter taken: The names that are not available, without backticks.
  package init(_ framework: TestFunction.Framework, taken: Set<String> = []) {
    self.framework = framework
    self.taken = taken
  }

  /// The name of a test for some behaviors.
  package mutating func name(of behaviors: [Behavior]) -> String {
    guard let first = behaviors.first else { return distinct([("", "behavior")]) }
    let outcomes = behaviors.map(\.outcome.name).uniqued.joined(separator: ", ")
    let text = outcomes.count > Self.outcomeLength ? behaviors.fields : outcomes
    let action = first.action.isEmpty ? "" : "." + first.action
    return distinct([(action, text), ("\(first.feature)\(action)", text)])
  }

  /// The maximum length of an expectation, or of a list of outcomes. A longer list names only the enclosing fields.
  private static let outcomeLength = 70

  /// The first available name, or else the first choice with a number.
  private mutating func distinct(_ choices: [(action: String, outcome: String)]) -> String {
    let numbered = (2...999).map { (choices[0].action, "\(choices[0].outcome) \($0)") }
    let names = (choices + numbered).lazy.map(spelled)
    let name = names.first { !taken.contains($0.withoutBackticks) } ?? names[0]
    taken.insert(name.withoutBackticks)
    return name
  }

  private func spelled(_ choice: (action: String, outcome: String)) -> String {
    switch framework {
    case .swiftTesting:
      let text = choice.action.isEmpty ? choice.outcome : "\(choice.action) → \(choice.outcome)"
      let spelled = text.filter { !"`\\".contains($0) && !$0.isNewline }
      return "`\(spelled)`"
    case .xcTest:
      let action = choice.action.camelWords.map(\.capitalizedFirst).joined()
      let words = choice.outcome.camelWords
      let outcome = words.prefix(1).joined() + words.dropFirst().map(\.capitalizedFirst).joined()
      return action.isEmpty ? "test_\(outcome)" : "test\(action)_\(outcome)"
    }
  }
}

extension Behavior.Outcome {
  /// The description without the types that enclose a feature: `Row.isOn` for `ListTests.Row.isOn`.
  fileprivate var name: String { description.replacing(/([A-Z]\w*\.)+(?=[A-Z]\w*\.)/, with: "") }
}

extension [Behavior] {
  /// The top-level fields of the outcomes: `draft` for `draft.title` and `draft.isNew`.
  fileprivate var fields: String {
    map { behavior in
      let name = behavior.outcome.name
      let parts = name.split(separator: ".").prefix { $0.first?.isUppercase == true }.count + 1
      return behavior.outcome.kind == .field
        ? name.split(separator: ".").prefix(parts).joined(separator: ".") : name
    }.uniqued.joined(separator: ", ")
  }
}

extension StringProtocol {
  /// The text with an initial capital letter: `Saving` for `saving`.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension String {
  /// The parts of the text that an identifier can contain.
  fileprivate var camelWords: [Substring] {
    split { !($0.isASCII && ($0.isLetter || $0.isNumber)) && $0 != "_" }
  }
}
