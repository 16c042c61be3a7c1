import TestEvents

/// The names of focused tests: the actions, and the outcomes that the test asserts.
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

  /// The maximum length of a name that lists all outcomes, or all actions.
  private static let lengthLimit = 90

  /// The name of a test for some behaviors.
  ///
  /// - Parameter isStrict: Whether the test also asserts that nothing else changes.
  package mutating func name(of behaviors: [Behavior], isStrict: Bool = false) -> String {
    let actions = behaviors.map(\.action).uniqued
    let all = actions.map { action in
      (action, behaviors.filter { $0.action == action }.map(\.outcome.name).uniqued)
    }
    let end = [("", isStrict ? ["nothing else"] : [])]
    let names = [all + end, all.map { ($0.0, []) } + end, all.suffix(1).map { ($0.0, []) } + end]
      .map(spelled)
    return free(names.first { $0.count <= Self.lengthLimit } ?? names[2])
  }

  /// The name of a test that a search found. The test of all steps without fields is named after the original.
  package mutating func name(of found: SplitSearch.Found, in original: String) -> String {
    let exhaustivity = found.choice.exhaustivity
    if found.behaviors.isEmpty {
      let words = exhaustivity == .off ? "expectations" : "receives nothing else"
      return free(spelled([("", ["\(original.trimmingPrefix("test")) → \(words)"])]))
    }
    return name(of: found.behaviors, isStrict: exhaustivity == .stateChanges)
  }

  private mutating func free(_ name: String) -> String {
    let numbered = [name] + (2...999).map { "\(name) \($0)" }
    let free = numbered.map(quoted).first { !taken.contains($0.withoutBackticks) } ?? name
    taken.insert(free.withoutBackticks)
    return free
  }

  private func spelled(_ parts: [(action: String, outcomes: [String])]) -> String {
    switch framework {
    case .swiftTesting:
      return parts.map { action, outcomes in
        let texts = [action.isEmpty ? "" : ".\(action)", outcomes.joined(separator: ", ")]
        return texts.filter { !$0.isEmpty }.joined(separator: " → ")
      }.filter { !$0.isEmpty }.joined(separator: "; ")
    case .xcTest:
      return "test"
        + parts.flatMap { action, outcomes in
          let words = outcomes.flatMap(\.camelWords)
          let outcome =
            words.prefix(1).joined() + words.dropFirst().map(\.capitalizedFirst).joined()
          return [action.camelWords.map(\.capitalizedFirst).joined(), outcome]
            .filter { !$0.isEmpty }
        }.joined(separator: "_")
    }
  }

  /// The name as written in source.
  private func quoted(_ name: String) -> String {
    switch framework {
    case .swiftTesting: "`\(name.filter { !"`\\".contains($0) && !$0.isNewline })`"
    case .xcTest: name.filter { $0 != " " }
    }
  }
}

extension Behavior.Outcome {
  /// The description without the types that enclose a feature: `Row.isOn` for `ListTests.Row.isOn`.
  fileprivate var name: String { description.replacing(/([A-Z]\w*\.)+(?=[A-Z]\w*\.)/, with: "") }
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
