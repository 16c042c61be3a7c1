import Core

/// Which action a test expects to be received, and how to call it in a message.
package struct ActionExpectation<Action> {
  package enum Kind {
    /// One action, or one case with one payload.
    case action(Action)
    /// A case with any payload.
    case anyOf(caseName: () -> String?, payload: Any.Type)
    /// Any action that a closure accepts.
    case condition
  }

  package let kind: Kind
  package let matches: (Action) -> Bool
  /// Why no action can be found to match, if the case path turned out to be of no use.
  package var unsupportedReason: () -> String? = { nil }

  package static func action(
    _ action: Action, matches: @escaping (Action) -> Bool
  ) -> ActionExpectation {
    ActionExpectation(kind: .action(action), matches: matches)
  }

  package static func anyOf<Value>(_ path: CasePath<Action, Value>) -> ActionExpectation {
    ActionExpectation(
      kind: .anyOf(caseName: { path.caseName }, payload: Value.self),
      matches: { path.extract(from: $0) != nil }, unsupportedReason: { path.unsupportedReason })
  }

  package static func action<Value: Equatable>(
    in path: CasePath<Action, Value>, _ value: Value
  ) -> ActionExpectation {
    ActionExpectation(
      kind: .action(path.embed(value)),
      matches: { path.extract(from: $0) == value }, unsupportedReason: { path.unsupportedReason })
  }

  package static func condition(matches: @escaping (Action) -> Bool) -> ActionExpectation {
    ActionExpectation(kind: .condition, matches: matches)
  }
}
