import TestEvents
import SourceReading

/// The statement that creates a test's store: `let store = TestStore(initialState: Profile.State()) { Profile() }`, or
/// a helper's call.
package struct StoreCreation: Sendable {
  /// The number of the statement.
  let unit: Int
  /// The tokens of the statement, and of the expression after its `=`.
  let statement: Range<Int>
  let expression: Range<Int>
  /// The expression of the initial state, if the creation contains it.
  let initialState: Range<Int>?
  /// The edit that sets the store's exhaustivity to `.off`; `nil` if the creation doesn't call the store's initializer.
  let offEdit: (Range<Int>, String)?
  /// The keywords before the call: `try`, `await`.
  let effects: [String]
  private let stateType: String
  private let source: SwiftSource

  /// - Parameter stateType: The type of the store's state, as source names it.
  init?(_ statement: Range<Int>, unit: Int, stateType: String, in source: SwiftSource) {
    guard let equals = source.equals(in: statement) else { return nil }
    self.unit = unit
    self.statement = statement
    self.stateType = stateType
    self.source = source
    expression = equals + 1..<statement.upperBound
    effects = expression.prefix(2).map(source.text).filter { ["try", "await"].contains($0) }
    if let call = expression.lazy.compactMap({ source.storeInitializer(at: $0) }).first {
      initialState = source.value(of: "initialState", in: call)
      let first = source.callArguments(in: call).first
      offEdit =
        if let first, first.label == nil {
          (first.value, ".off")
        } else {
          (call.lowerBound..<call.lowerBound, first == nil ? ".off" : ".off, ")
        }
    } else {
      offEdit = nil
      let call = source.outerTokens(in: expression).first { source.text($0) == "(" }
      initialState = call.flatMap(source.inside).flatMap { inside in
        source.callArguments(in: inside).map(\.value)
          .first { source.text($0).hasPrefix(stateType + "(") }
      }
    }
  }

  /// The source of the initial state with other values for some fields; `nil` if an argument is not a field, or a value
  /// has no source literal.
  ///
  /// - Parameter order: The names of all fields, in the order of the initializer.
  func state(setting fields: [TracedField], order: [String]) -> String? {
    guard let initialState, fields.allSatisfy({ $0.value != nil }) else { return nil }
    // The state is a case of an enum.
    if fields.count == 1, fields[0].name.isEmpty { return fields[0].value }
    guard let open = source.outerTokens(in: initialState).last, source.text(open) == "(",
      let inside = source.inside(open),
      case let arguments = source.callArguments(in: inside),
      arguments.allSatisfy({ $0.label.map(order.contains) == true })
    else { return nil }
    let callee = source.text(initialState.lowerBound..<open)
    let values = order.compactMap { name in
      let value =
        fields.first { $0.name == name }?.value
        ?? arguments.first { $0.label == name }.map { source.text($0.value) }
      return value.map { "\(name): \($0)" }
    }
    return "\(callee == ".init" ? stateType : callee)(\(values.joined(separator: ", ")))"
  }
}

extension SwiftSource {
  /// The lines of statements that create stores to which the test sends actions.
  func linesOfStores(in statements: [Range<Int>]) -> [Int] {
    let all = statements.flatMap(Array.init)
    return statements.compactMap { statement in
      guard let name = declaration(statement)?.names.first,
        let call = statement.first(where: { self.storeInitializer(at: $0) != nil }),
        all.contains(where: {
          text($0) == name && text($0 + 1) == "." && text($0 + 2) == "send" && text($0 - 1) != "."
        })
      else { return nil }
      return tokens[call].line
    }
  }

  /// The arguments of a `TestStore` initializer call that begins at a token.
  fileprivate func storeInitializer(at index: Int) -> Range<Int>? {
    guard ["TestStore", "TestStoreOf"].contains(text(index)) else { return nil }
    // Only generic arguments and `.init` may precede the parenthesis. In `store: TestStoreOf<Home> = makeStore()`, another
    // name does.
    var open = index + 1
    if text(open) == "<" {
      open = tokens.indices[open...].first { text($0) == "(" } ?? open
      guard text(open - 1).hasSuffix(">") || text(open - 1) == "init" else { return nil }
    }
    return text(open) == "(" ? inside(open) : nil
  }
}
