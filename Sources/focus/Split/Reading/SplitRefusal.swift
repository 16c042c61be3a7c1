import SourceReading

/// The reasons why a test cannot be split at all. In a message, each follows the test's name.
enum SplitRefusal {
  static let noStore = "does not use a TestStore. Expected a test that drives one."

  static func severalStores(lines: [Int]) -> String {
    "uses several stores, created at lines \(lines.map(String.init).joined(separator: ", ")). "
      + "Expected one store. First, write a separate test for each."
  }

  static let focused =
    "has no exhaustive step. A test with all steps in `.off` is already focused. "
    + "Expected a step in `.on`."

  static let nothingAsserted =
    "sends no action to its store. Expected a test with at least one `send`."

  static let hasParameters =
    "has parameters. Expected a test without parameters. First, write a test for one of its "
    + "arguments."

  /// The function calls the store only through helpers.
  static func onlyInHelpers(file: String, line: Int) -> String {
    "drives its store only in a helper at \(file):\(line). "
      + "Expected the steps in the test itself."
  }

  /// A block of the test creates the store, so no statement after it can use the store.
  static func storeInBlock(line: Int) -> String {
    "creates its store in the block at line \(line). "
      + "Expected a store that a statement of the test itself creates."
  }

  /// A trial cannot leave out a statement, or cannot run it alone.
  static func statement(line: Int, _ reason: String) -> String {
    "cannot be split because of line \(line): \(reason)"
  }
}

extension TestFunction {
  /// The error for a test that cannot be split.
  func refused(_ reason: String) -> ToolError { .input("\(name) \(reason)") }
}

extension FoundTest {
  /// Throws if the test's source shows that the test cannot be split.
  package func checkSource() throws(ToolError) {
    let source = function.source
    let stores = source.linesOfStores(in: function.statements)
    if stores.count > 1 { throw function.refused(SplitRefusal.severalStores(lines: stores)) }
    if function.hasParameters { throw function.refused(SplitRefusal.hasParameters) }
    for statement in function.statements {
      guard let reason = source.obstacle(in: statement) else { continue }
      let line = source.lineRange(of: statement).lowerBound
      throw function.refused(SplitRefusal.statement(line: line, reason))
    }
  }
}

extension [FoundTest] {
  /// The message for tests without a part that compiles separately.
  package func refusal(because errors: [CompilerError]) -> String {
    for error in errors {
      for test in self where test.path == error.path {
        guard let statement = test.function.statement(at: error.line) else { continue }
        let lines = test.function.source.lineRange(of: test.function.statements[statement])
        let reason = SplitRefusal.statement(
          line: lines.lowerBound,
          "other statements do not compile without it, so a shorter test cannot omit it. Move "
            + "it before the store's creation, or into a separate function.")
        return "\(test.function.name) \(reason)"
      }
    }
    return map {
      "\($0.function.name) cannot be split, because its statements need each other: no shorter "
        + "test compiles. Expected independent statements after the store's creation."
    }.joined(separator: "\n")
  }
}

extension SwiftSource {
  /// The reason why a statement prevents a split; `nil` if it doesn't.
  fileprivate func obstacle(in statement: Range<Int>) -> String? {
    switch text(statement.lowerBound) {
    case "#if":
      return
        "`#if` compiles some statements only on some platforms. Expected a test without "
        + "`#if`, or the whole test inside it."
    case "guard":
      return
        "`guard` can end the test early, so later steps depend on it. Expected `try #require(…)` or "
        + "`try XCTUnwrap(…)`."
    default: break
    }
    guard let declaration = declaration(statement) else { return nil }
    if declaration.isType {
      let foreign = declaration.attributes.map(name(ofAttribute:))
        .first { !Self.attributesOfTypes.contains($0) }
      return foreign.map {
        "`\(declaration.name)` has the macro \($0), which cannot be attached to a type in a function. "
          + "Expected the type outside the test."
      }
    }
    guard ["let", "var"].contains(declaration.keyword) else { return nil }
    if declaration.modifiers.contains("async") {
      return
        "`async let \(declaration.name)` starts work that a shorter test would not wait for. Expected "
        + "a `let` with `await`, or a `Task`."
    }
    guard declaration.names.count > 1, let equals = equals(in: statement),
      case let effects = names(in: equals..<statement.upperBound),
      !effects.isDisjoint(with: ["try", "await"])
    else { return nil }
    return
      "`(\(declaration.names.joined(separator: ", ")))` takes several values from one call with "
      + "effects. Expected one constant for the call's result."
  }

  /// The built-in attributes of types. Other attributes are macros.
  static let attributesOfTypes: Set = [
    "@Suite", "@MainActor", "@available", "@dynamicMemberLookup", "@dynamicCallable",
    "@propertyWrapper", "@resultBuilder", "@globalActor", "@unchecked", "@objc", "@objcMembers",
    "@preconcurrency", "@frozen",
  ]
}
