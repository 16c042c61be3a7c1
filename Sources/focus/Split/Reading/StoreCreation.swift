import TestEvents
import SourceReading

/// The expression that creates a test's store: `TestStore(initialState: Profile.State()) { Profile() }`, or a
/// helper's call.
package struct StoreCreation: Sendable {
  /// The tokens of the whole expression.
  let expression: Range<Int>
  /// The expression of the initial state, if the creation contains it.
  let initialState: Range<Int>?
  /// Whether the expression calls the store's initializer directly.
  let callsInitializer: Bool
  /// The keywords before the call: `try`, `await`.
  let effects: [String]

  /// - Parameter stateType: The type of the store's state, as source names it.
  init(_ value: Range<Int>, stateType: String, in source: SwiftSource) {
    expression = value
    effects = value.prefix(2).map(source.text).filter { ["try", "await"].contains($0) }
    if let call = value.lazy.compactMap({ source.storeInitializer(at: $0) }).first {
      callsInitializer = true
      initialState = source.value(of: "initialState", in: call)
    } else {
      callsInitializer = false
      let call = source.outerTokens(in: value).first { source.text($0) == "(" }
      initialState = call.flatMap(source.inside).flatMap { inside in
        source.callArguments(in: inside).map(\.value)
          .first { source.text($0).hasPrefix(stateType + "(") }
      }
    }
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
    // Only generic arguments may precede the parenthesis.
    var open = index + 1
    if text(open) == "<" {
      open = tokens.indices[open...].first { text($0) == "(" } ?? open
    }
    return text(open) == "(" ? inside(open) : nil
  }

  /// The name of the store that a line creates: `store` in `let store = TestStore(…)`.
  func nameOfStore(madeAt line: Int) -> String? {
    tokens.indices.first { tokens[$0].line == line && storeInitializer(at: $0) != nil }
      .flatMap { $0 > 1 && text($0 - 1) == "=" ? text($0 - 2) : nil }
  }

  /// The edit that sets the exhaustivity of a created store to `.off`; `nil` if the creation doesn't call the store's
  /// initializer.
  func offEdit(in creation: Range<Int>) -> (Range<Int>, String)? {
    guard let call = creation.lazy.compactMap({ self.storeInitializer(at: $0) }).first else {
      return nil
    }
    let first = callArguments(in: call).first
    if let first, first.label == nil, let bytes = byteRange(of: first.value) {
      return (bytes, ".off")
    }
    // The first argument may be on a new line.
    let place =
      first == nil
      ? tokens[call.lowerBound - 1].range.upperBound : tokens[call.lowerBound].range.lowerBound
    return (place..<place, first == nil ? ".off" : ".off, ")
  }
}

/// An initializer call for a state, whose arguments can be replaced.
struct StateInitializer: Sendable {
  /// The text before the parenthesis: `Profile.State`.
  let callee: String
  private let arguments: [TracedField]

  init?(_ expression: Range<Int>, in source: SwiftSource) {
    let outer = source.outerTokens(in: expression)
    guard let open = outer.last, source.text(open) == "(", let inside = source.inside(open),
      source.next(after: open) == expression.upperBound
    else { return nil }
    callee = source.text(expression.lowerBound..<open)
    let arguments = source.callArguments(in: inside)
    guard arguments.allSatisfy({ $0.label != nil }) else { return nil }
    self.arguments = arguments.map {
      TracedField(name: $0.label ?? "", value: source.text($0.value))
    }
  }

  /// The call with other values for some fields; `nil` if an argument is not a field, or a value has no source
  /// literal.
  ///
  /// - Parameter order: The names of all fields, in the order of the initializer.
  func spelled(_ fields: [TracedField], order: [String], stateType: String) -> String? {
    guard arguments.allSatisfy({ order.contains($0.name) }),
      fields.allSatisfy({ $0.value != nil })
    else { return nil }
    let values = order.compactMap { name in
      (fields + arguments).first { $0.name == name }?.value.map { "\(name): \($0)" }
    }
    let type = callee == ".init" ? stateType : callee
    return "\(type)(\(values.joined(separator: ", ")))"
  }
}
