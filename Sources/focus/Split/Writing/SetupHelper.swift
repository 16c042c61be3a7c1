import SourceReading

/// A function that creates the store for several new tests, from the original's setup.
package struct SetupHelper: Sendable {
  private let name: String
  /// The setup's declarations. The last one declares the store.
  private let setup: [SwiftDeclaration]
  private let type: String
  /// Whether the tests have different exhaustivities.
  private let takesExhaustivity: Bool

  private var store: SwiftDeclaration { setup[setup.count - 1] }

  /// Creates the helper of some tests. `nil` if it would not shorten them, or if the store's type is unknown.
  ///
  /// - Parameters:
  ///   - choices: The tests that may call the helper.
  ///   - taken: Names that the helper cannot have.
  package init?(of choices: [Choice], in writer: TestWriter, taken: Set<String>) {
    let test = writer.test
    guard let setup = test.sharedSetup,
      let type = test.source.storeType(ofCreationWith: test.creations[0])
    else { return nil }
    (self.setup, self.type) = (setup, type)
    name = (["makeStore"] + (2...99).map { "makeStore\($0)" }).first { !taken.contains($0) } ?? ""
    takesExhaustivity = choices.contains { $0.exhaustivity != .off }
    if choices.count(where: { serves($0, in: writer) }) < 2 { return nil }
  }

  /// Whether a test needs nothing but the store from the setup.
  func serves(_ choice: Choice, in writer: TestWriter) -> Bool {
    let used = writer.deletion(keeping: choice, within: writer.test.afterSetup).names
    return setup.dropLast().allSatisfy { used.isDisjoint(with: $0.names) }
  }

  /// The lines of the function.
  func lines(in writer: TestWriter) -> [String] {
    let (test, source) = (writer.test, writer.source)
    var edits = writer.deletion(keeping: test.whole, within: test.setup, using: [store.name]).edits
    edits += writer.exhaustivityEdits(takesExhaustivity ? "exhaustivity" : ".off")
    if let value = source.equals(in: store.tokens) {
      let start = source.tokens[store.tokens.lowerBound].range.lowerBound
      edits.append((start..<source.tokens[value + 1].range.lowerBound, "return "))
    }
    let indentation = source.indentation(ofLine: test.function.lines.lowerBound)
    let declaration = test.function.declaration
    let attributes = declaration.attributes.filter { source.name(ofAttribute: $0) != "@Test" }
    let modifiers = declaration.modifiers.filter { ["static", "nonisolated"].contains($0) }
    let words = attributes.map(source.text) + modifiers
    let parameter = takesExhaustivity ? "_ exhaustivity: Exhaustivity = .off" : ""
    let head = (words + ["private func \(name)(\(parameter)) -> \(type) {"]).joined(separator: " ")
    let lines = writer.lines(of: test.setup, edits).drop { $0.allSatisfy(\.isWhitespace) }
    return [indentation + head] + lines + [indentation + "}"]
  }

  /// The statement that calls the helper.
  func call(_ exhaustivity: Choice.Exhaustivity) -> String {
    "let \(store.name) = \(name)(\(exhaustivity == .off ? "" : exhaustivity.text))"
  }
}

extension SplitTest {
  fileprivate var setup: Range<Int> { body.lowerBound..<setupEnd }
  fileprivate var afterSetup: Range<Int> { setupEnd..<body.upperBound }

  /// The declarations of the setup, if a function can contain them. The last one declares the store.
  fileprivate var sharedSetup: [SwiftDeclaration]? {
    let statements = function.statements.filter { $0.upperBound <= setupEnd }
    let declarations = statements.compactMap(source.declaration)
    guard let store = declarations.last, creations.count == 1,
      declarations.count == statements.count, store.keyword == "let", store.names.count == 1,
      store.tokens.contains(creations[0].lowerBound),
      !statements.contains(where: source.hasEffects),
      source.names(in: setup).isDisjoint(with: function.parameters.map(\.name)),
      source.lineRange(of: setup).count > 1
    else { return nil }
    return declarations
  }
}

extension SwiftSource {
  /// The type of a store, if its creation names the state's or the reducer's type.
  fileprivate func storeType(ofCreationWith arguments: Range<Int>) -> String? {
    let state = value(of: "initialState", in: arguments).map(namedType) ?? []
    if let end = state.lastIndex(of: "State"), end > 0 {
      return "TestStoreOf<\(state[..<end].joined(separator: "."))>"
    }
    let reducer = inside(arguments.upperBound + 1).map(namedType) ?? []
    return reducer.isEmpty ? nil : "TestStoreOf<\(reducer.joined(separator: "."))>"
  }

  /// The names of types with which an expression begins.
  private func namedType(_ range: Range<Int>) -> [String] {
    let names = range.prefix { text($0) == "." || text($0).first?.isUppercase == true }
    return names.map(text).filter { $0 != "." }
  }
}
