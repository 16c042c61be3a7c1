import SourceReading

/// A function that creates the store for several new tests, from the original's setup.
package struct SetupHelper: Sendable {
  private let name: String
  /// The results of the function: the store, and the constants of the setup that tests use.
  private let returned: [(name: String, type: String)]
  /// The types that the setup declares for the test itself.
  let localTypes: [SwiftDeclaration]

  /// The maximum length of a line.
  private static let lineLength = 100

  /// Creates the helper of some tests. `nil` if it would not shorten them, or if a type is unknown.
  ///
  /// - Parameters:
  ///   - choices: The tests that would call the helper.
  ///   - taken: Names that the helper cannot have.
  package init?(of choices: [Choice], in writer: TestWriter, taken: Set<String>) {
    let (test, source) = (writer.test, writer.source)
    guard choices.count > 1, let setup = test.sharedSetup, let store = setup.last,
      let type = source.storeType(ofCreationWith: test.creations[0])
    else { return nil }
    let used = choices.reduce(into: Set<String>()) {
      $0.formUnion(writer.deletion(keeping: $1, within: test.afterSetup).names)
    }
    let kept = setup.dropLast().filter { !used.isDisjoint(with: $0.names) }
    let localTypes = kept.filter(\.isType)
    let constants = kept.filter { !$0.isType }
    let types = constants.compactMap { source.type(ofConstant: $0) }
    // A local type of the helper would be another type than that of a test.
    let locals = Set(setup.filter(\.isType).flatMap(\.names))
    let others = setup.filter { !localTypes.contains($0) }.map { source.names(in: $0.tokens) }
    guard types.count == constants.count,
      others.allSatisfy({ $0.isDisjoint(with: localTypes.flatMap(\.names)) }),
      (types + [type]).allSatisfy({ SwiftSource($0).names.isDisjoint(with: locals) })
    else { return nil }
    self.localTypes = localTypes
    returned = [(store.name, type)] + zip(constants, types).map { ($0.name, $1) }
    name = test.function.helperName(taken: taken)
  }

  /// The lines of the function.
  func lines(in writer: TestWriter) -> [String] {
    let (test, source) = (writer.test, writer.source)
    let setup = test.setup
    let indentation = source.indentation(ofLine: test.function.lines.lowerBound)
    let inner = writer.bodyIndentation
    let names = returned.map(\.name)
    var edits =
      writer.deletion(keeping: test.whole, within: setup, using: Set(names)).edits
      + writer.exhaustivityEdits(.off)
    let tuple = returned.map { "\($0.name): \($0.type)" }
    let isSingle = returned.count == 1
    if isSingle, let creation = test.sharedSetup?.last?.tokens,
      let equals = source.equals(in: creation)
    {
      let start = source.tokens[creation.lowerBound].range.lowerBound
      edits.append((start..<source.tokens[equals + 1].range.lowerBound, "return "))
    }
    let words = test.function.attributesExceptTest + test.function.modifiersOfHelper
    let head = indentation + (words + ["private func \(name)() -> "]).joined(separator: " ")
    let result = isSingle ? returned[0].type : "(\(tuple.joined(separator: ", ")))"
    var lines = ["\(head)\(result) {"]
    if lines[0].count > Self.lineLength, !isSingle {
      let parts = tuple.map { inner + $0 }.joined(separator: ",\n").components(separatedBy: "\n")
      lines = [head + "("] + parts + [indentation + ") {"]
    }
    lines += writer.lines(of: setup, edits).drop { $0.allSatisfy(\.isWhitespace) }
    if !isSingle { lines.append("\(inner)return (\(names.joined(separator: ", ")))") }
    return lines + [indentation + "}"]
  }

  /// The statement that calls the helper in a test which mentions some names.
  func call(using names: Set<String>) -> String {
    let store = returned[0].name
    let others = returned.dropFirst().map { names.contains($0.name) ? $0.name : "_" }
    if others.isEmpty { return "let \(store) = \(name)()" }
    if others.allSatisfy({ $0 == "_" }) { return "let \(store) = \(name)().\(store)" }
    return "let (\(([store] + others).joined(separator: ", "))) = \(name)()"
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
      source.names(in: setup).isDisjoint(with: function.parameterNames),
      source.lineRange(of: setup).count > 1
    else { return nil }
    return declarations
  }
}

extension TestFunction {
  /// The names of the test's parameters.
  fileprivate var parameterNames: Set<String> {
    let open = declaration.signature.first { source.text($0) == "(" }
    return open.flatMap(source.inside).map { source.names(in: $0) } ?? []
  }

  fileprivate var attributesExceptTest: [String] {
    declaration.attributes.filter { source.name(ofAttribute: $0) != "@Test" }.map {
      source.text($0)
    }
  }

  fileprivate var modifiersOfHelper: [String] {
    declaration.modifiers.filter { ["static", "nonisolated"].contains($0) }
  }

  /// The helper's name: `webStore` for the tests `web` and `testWeb`.
  fileprivate func helperName(taken: Set<String>) -> String {
    var text = name.function
    if text.hasPrefix("test"), text.count > 4 { text = String(text.dropFirst(4)) }
    let isName =
      text.first?.isNumber == false && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    let base = isName ? text.prefix(1).lowercased() + text.dropFirst() + "Store" : "focusedStore"
    return ([base] + (2...99).map { "\(base)\($0)" }).first { !taken.contains($0) } ?? base
  }
}

// MARK: - Types

extension SwiftSource {
  /// The type of a store, if its creation names the state's or the reducer's type.
  fileprivate func storeType(ofCreationWith arguments: Range<Int>) -> String? {
    let open = arguments.lowerBound - 1
    if text(open - 1).hasSuffix(">"),
      let start = (0..<open).last(where: { text($0).hasPrefix("TestStore") })
    {
      return text(start..<open)
    }
    let state = value(of: "initialState", in: arguments).map(namedType) ?? []
    if let end = state.lastIndex(of: "State"), end > 0 {
      return "TestStoreOf<\(state[..<end].joined(separator: "."))>"
    }
    let reducer = inside(arguments.upperBound + 1).map(namedType) ?? []
    return reducer.isEmpty ? nil : "TestStoreOf<\(reducer.joined(separator: "."))>"
  }

  /// The type of a constant, if its declaration names it: `Stub<Int, String>` in `let stub = Stub<Int, String>("a")`.
  fileprivate func type(ofConstant declaration: SwiftDeclaration) -> String? {
    guard declaration.keyword == "let", declaration.names.count == 1,
      let equals = equals(in: declaration.tokens)
    else { return nil }
    let name = declaration.signature.lowerBound
    if text(name + 1) == ":" { return text(name + 2..<equals) }
    let value = equals + 1..<declaration.tokens.upperBound
    guard let open = outerTokens(in: value).first(where: { text($0) == "(" }),
      outerTokens(in: value).last == open, open > value.lowerBound
    else { return nil }
    let names = namedType(value)
    if text(open - 1).hasSuffix(">") { return text(value.lowerBound..<open) }
    guard text(value.lowerBound..<open) == names.joined(separator: ".") else { return nil }
    return names == ["TestClock"] ? "TestClock<Duration>" : names.joined(separator: ".")
  }

  /// The names of types with which an expression begins.
  private func namedType(_ range: Range<Int>) -> [String] {
    var names: [String] = []
    for index in range {
      let isName = text(index).first?.isUppercase == true
      guard isName || text(index) == "." && !names.isEmpty else { break }
      if isName { names.append(text(index)) }
    }
    return names
  }
}
