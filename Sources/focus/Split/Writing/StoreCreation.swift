/// How a test makes its store: `TestStore(initialState: Profile.State()) { Profile() }`.
struct StoreCreation: Sendable {
  /// The expression after `initialState:`.
  let initialState: Range<Int>
  /// The words before the call: `try`, `await`.
  let effects: [String]
  /// The call up to its parenthesis: `TestStore`, `TestStore<Profile.State, Profile.Action>`.
  let callee: Range<Int>
  /// The arguments besides the exhaustivity and the state.
  let otherArguments: [Range<Int>]
  /// What follows the parentheses: the closures.
  let closures: Range<Int>

  /// Understands a value that is a store; `nil` if something else makes it.
  init?(_ value: Range<Int>, in source: SwiftSource) {
    var index = value.lowerBound
    var effects: [String] = []
    while index < value.upperBound, ["try", "await"].contains(source.text(index)) {
      effects.append(source.text(index))
      index += 1
    }
    guard index < value.upperBound, ["TestStore", "TestStoreOf"].contains(source.text(index)) else {
      return nil
    }
    let start = index
    guard let open = (start..<value.upperBound).first(where: { source.text($0) == "(" }),
      let inside = source.inside(open)
    else { return nil }
    // Only generic arguments may stand before the parenthesis.
    if open > start + 1, source.text(start + 1) != "<" { return nil }
    var state: Range<Int>?
    var others: [Range<Int>] = []
    for (offset, argument) in source.arguments(in: inside).enumerated() {
      let isLabeled = argument.count > 1 && source.text(argument.lowerBound + 1) == ":"
      if isLabeled, source.text(argument.lowerBound) == "initialState" {
        state = argument.lowerBound + 2..<argument.upperBound
      } else if isLabeled || offset > 0 {
        others.append(argument)
      }
    }
    guard let state else { return nil }
    initialState = state
    self.effects = effects
    callee = start..<open
    otherArguments = others
    closures = source.next(after: open)..<value.upperBound
  }
}

/// The call that makes a state, as far as other arguments can take the place of its own.
struct StateInitializer: Sendable {
  /// What stands before the parenthesis: `Profile.State`.
  let callee: String
  let arguments: [(label: String, value: String)]

  init?(_ expression: Range<Int>, in source: SwiftSource) {
    let outer = source.outerTokens(in: expression)
    guard let open = outer.last, source.text(open) == "(", let inside = source.inside(open),
      source.next(after: open) == expression.upperBound
    else { return nil }
    callee = source.text(expression.lowerBound..<open)
    var arguments: [(label: String, value: String)] = []
    for argument in source.arguments(in: inside) {
      guard argument.count > 2, source.text(argument.lowerBound + 1) == ":" else { return nil }
      arguments.append(
        (
          source.text(argument.lowerBound),
          source.text(argument.lowerBound + 2..<argument.upperBound)
        ))
    }
    self.arguments = arguments
  }

  /// The same call with other values of some fields; `nil` if it has arguments that are no fields.
  ///
  /// - Parameter order: The names of all fields, in the order of the initializer.
  func spelled(_ fields: [TracedFieldValue], order: [String], stateType: String) -> String? {
    guard arguments.allSatisfy({ order.contains($0.label) }) else { return nil }
    let values = order.compactMap { name in
      fields.first { $0.name == name }.map { "\(name): \($0.value)" }
        ?? arguments.first { $0.label == name }.map { "\(name): \($0.value)" }
    }
    let type = callee == ".init" ? stateType : callee
    return "\(type)(\(values.joined(separator: ", ")))"
  }
}

/// A field of a state and the source of its value.
struct TracedFieldValue: Hashable, Sendable {
  let name: String
  let value: String
}
