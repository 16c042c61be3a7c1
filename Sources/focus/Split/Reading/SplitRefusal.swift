import SourceReading

/// The reason why a test cannot be split at all.
package enum SplitRefusal: Error, Hashable, Sendable {
  case noStore
  case severalStores(lines: [Int])
  case focused
  case nothingAsserted
  case hasParameters
  /// The function calls the store only through helpers.
  case onlyInHelpers(file: String, line: Int)
  /// A block of the test creates the store, so no statement after it can use the store.
  case storeInBlock(line: Int)
  /// No part of the test compiles without the rest.
  case fixed
  /// A statement that a trial cannot leave out, or cannot run alone.
  case statement(line: Int, Statement)

  package enum Statement: Hashable, Sendable {
    case conditional
    case exit
    case tuple([String])
    case task(String)
    case macroOnType(name: String, attribute: String)
    /// The statement does not compile inside of a condition.
    case fixed
  }
}

extension FoundTest {
  /// The reason why the test cannot be split, if its source shows one.
  package var refusal: SplitRefusal? {
    let stores = function.source.linesOfStores(in: function.statements)
    if stores.count > 1 { return .severalStores(lines: stores) }
    if function.hasParameters { return .hasParameters }
    let source = function.source
    for statement in function.statements {
      if let refused = source.refused(statement) {
        return .statement(line: source.lineRange(of: statement).lowerBound, refused)
      }
    }
    return nil
  }
}

extension SwiftSource {
  /// The reason why a statement prevents a split; `nil` if it doesn't.
  fileprivate func refused(_ statement: Range<Int>) -> SplitRefusal.Statement? {
    switch text(statement.lowerBound) {
    case "#if": return .conditional
    case "guard": return .exit
    default: break
    }
    guard let declaration = declaration(statement) else { return nil }
    if declaration.isType {
      let foreign = declaration.attributes.map(name(ofAttribute:))
        .first { !Self.attributesOfTypes.contains($0) }
      return foreign.map { .macroOnType(name: declaration.name, attribute: $0) }
    }
    guard ["let", "var"].contains(declaration.keyword) else { return nil }
    if declaration.modifiers.contains("async") { return .task(declaration.name) }
    guard declaration.names.count > 1, let equals = equals(in: statement),
      case let effects = names(in: equals..<statement.upperBound),
      !effects.isDisjoint(with: ["try", "await"])
    else { return nil }
    return .tuple(declaration.names)
  }

  /// The built-in attributes of types. Other attributes are macros.
  static let attributesOfTypes: Set = [
    "@Suite", "@MainActor", "@available", "@dynamicMemberLookup", "@dynamicCallable",
    "@propertyWrapper",
    "@resultBuilder", "@globalActor", "@unchecked", "@objc", "@objcMembers", "@preconcurrency",
    "@frozen",
  ]
}

extension SplitRefusal {
  /// The message that the terminal shows.
  package func text(of test: TestName) -> String {
    switch self {
    case .noStore:
      "\(test) uses no TestStore. Expected a test that drives one."
    case .severalStores(let lines):
      "\(test) uses several stores, created at lines "
        + "\(lines.map(String.init).joined(separator: ", ")). Expected one store: first make a test of each."
    case .focused:
      "\(test) is already focused: no step of it is compared in full. "
        + "Expected an exhaustive test, with a store in `.on`."
    case .nothingAsserted:
      "\(test) sends nothing to its store. Expected a test with at least one `send`."
    case .hasParameters:
      "\(test) has parameters. Expected a test without: first make a test of one of its arguments."
    case .onlyInHelpers(let file, let line):
      "\(test) drives its store only in a helper, at \(file):\(line). "
        + "Expected the steps in the test itself."
    case .storeInBlock(let line):
      "\(test) creates its store in the block at line \(line). "
        + "Expected a store that a statement of the test itself creates."
    case .fixed:
      "\(test) cannot be split: its statements need each other, so no shorter test of it compiles. "
        + "Expected statements that can stand alone after the store's creation."
    case .statement(let line, let statement):
      "\(test) cannot be split because of line \(line): \(statement.text)"
    }
  }
}

extension SplitRefusal.Statement {
  fileprivate var text: String {
    switch self {
    case .conditional:
      "`#if` compiles some statements on some platforms only. Expected the test without it, or the "
        + "whole test inside of it."
    case .exit:
      "`guard` can end the test early, so later steps depend on it. Expected `try #require(…)` or "
        + "`try XCTUnwrap(…)`."
    case .tuple(let names):
      "`(\(names.joined(separator: ", ")))` takes several values from one call with effects. "
        + "Expected one constant for the call's result."
    case .task(let name):
      "`async let \(name)` starts work that a shorter test would not wait for. Expected a `let` with "
        + "`await`, or a `Task`."
    case .macroOnType(let name, let attribute):
      "`\(name)` has the macro \(attribute), which cannot be attached to a type in a function. Expected "
        + "the type outside of the test."
    case .fixed:
      "other statements do not compile without it, so a shorter test cannot leave it out. Expected it "
        + "before the store's creation, or in a function of its own."
    }
  }
}
