import SourceReading
import TestEvents

/// The constants that a test names, by the source of their values.
///
/// A trace contains `Recipe(id: 1, title: "Soup")` where the test's author wrote `.soup`.
struct TestConstants: Sendable {
  /// A constant, as the test writes it: `.soup`, `Recipe.soup`, `soup`. A local constant has the statement that
  /// declares it.
  private typealias Constant = (name: String, unit: Int?)

  private static let lineLength = 72

  /// The constants, by the tokens of their values.
  private var constants: [String: Constant] = [:]

  /// Creates an empty collection.
  init() {}

  /// - Parameter initializers: The initializers that rewrite the values of the trace.
  init(of function: TestFunction, _ initializers: Initializers) {
    let source = function.source
    for (unit, statement) in function.statements.enumerated() {
      guard let declaration = source.declaration(statement), declaration.keyword == "let",
        declaration.names.count == 1, let equals = source.equals(in: statement)
      else { continue }
      let value = source.text(equals + 1..<statement.upperBound)
      add((declaration.name, unit), value, function, initializers)
    }
    for index in function.declaration.tokens where source.text(index) == "." {
      for constant in initializers.constants[source.text(index + 1)] ?? [] {
        // `Recipe.soup`, or `.soup` if the type can be inferred.
        let owner = source.text(index - 1)
        let isImplicit = source.tokens[index - 1].kind != .word && ![")", "]", "?"].contains(owner)
        guard isImplicit || owner == constant.type else { continue }
        let name = (isImplicit ? "" : owner) + "." + constant.name
        add((name, nil), constant.value, function, initializers)
      }
    }
  }

  private mutating func add(
    _ constant: Constant, _ value: String, _ function: TestFunction, _ initializers: Initializers
  ) {
    guard let literal = initializers.respelling(value) else { return }
    let source = SwiftSource(function.inScope(literal))
    // Without arguments, the value is as short as a name.
    guard let call = source.initializerCall(at: 0), call.upperBound == source.tokens.count,
      source.text(call.upperBound - 2) != "("
    else { return }
    let words = source.words(in: call)
    if constants[words] == nil { constants[words] = constant }
  }

  func areNamed(in text: String) -> Bool {
    constants.values.contains { text.contains($0.name) }
  }

  /// A value in which names replace the values of constants.
  ///
  /// - Parameter unit: The statement that uses the value; `nil` if the test's local constants are not available
  ///   there.
  func naming(_ literal: String, in unit: Int? = nil) -> String {
    guard !constants.isEmpty else { return literal }
    let source = SwiftSource(literal)
    var parts: [(Range<Int>, String)] = []
    var index = 0
    while index < source.tokens.count {
      if let call = source.initializerCall(at: index),
        let constant = constants[source.words(in: call)], constant.unit ?? -1 < unit ?? 0
      {
        parts.append((call, constant.name))
        index = call.upperBound
      } else {
        index += 1
      }
    }
    guard !parts.isEmpty else { return literal }
    // With names, several lines may fit on one.
    let named = source.text(replacing: parts)
    let line = SwiftSource(named).flattened
    return line.count <= Self.lineLength ? line : named
  }
}

extension SwiftSource {
  /// The call of an initializer that begins at a token: `Recipe(id: 1)`, `Recipe.State(id: 1)`.
  fileprivate func initializerCall(at start: Int) -> Range<Int>? {
    guard text(start).first?.isUppercase == true, text(start - 1) != "." else { return nil }
    var end = start + 1
    while text(end) == "." { end += 2 }
    guard text(end) == "(", let inside = inside(end) else { return nil }
    return start..<inside.upperBound + 1
  }

  /// The text of the tokens, regardless of the white space between them.
  fileprivate func words(in range: Range<Int>) -> String {
    range.map { text($0) }.joined(separator: " ")
  }
}
