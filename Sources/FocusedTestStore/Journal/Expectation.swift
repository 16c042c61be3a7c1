import Core
import ReducerDebugging

/// The action that a test expects to receive: which actions match it, and its name in messages.
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
  /// The reason why no action can match, if the case path cannot be followed.
  package private(set) var unsupportedReason: () -> String? = { nil }

  package static func action(_ action: Action) -> ActionExpectation where Action: Equatable {
    ActionExpectation(kind: .action(action), matches: { $0 == action })
  }

  package static func anyOf<Value>(
    _ path: CasePath<Action, Value>, at callSite: CallSite? = nil
  ) -> ActionExpectation {
    ActionExpectation(
      kind: .anyOf(
        caseName: { callSite.flatMap(CallLine.init)?.caseName ?? path.caseName },
        payload: Value.self),
      matches: { path.find(in: $0) != nil }, unsupportedReason: { path.unsupportedReason })
  }

  package static func action<Value: Equatable>(
    in path: CasePath<Action, Value>, _ value: Value
  ) -> ActionExpectation {
    let action = path.embed(value)
    let areEqual = Equality<Action>().byOperator
    return ActionExpectation(
      kind: .action(action),
      // A closure may do more than wrap its argument, such as `{ .text("Hi \($0)") }`. Then the whole action is
      // compared.
      matches: { path.find(in: $0) == value || areEqual?($0, action) == true },
      unsupportedReason: { areEqual == nil ? path.unsupportedReason : nil })
  }

  /// The expectation of the store's action that wraps the expected one.
  func lifted<Root>(by path: CasePath<Root, Action>) -> ActionExpectation<Root> {
    let kind: ActionExpectation<Root>.Kind =
      switch kind {
      case .action(let action): .action(path.embed(action))
      case .anyOf(let caseName, let payload):
        .anyOf(caseName: caseName, payload: payload)
      case .condition: .condition
      }
    let (matches, reason) = (matches, unsupportedReason)
    return ActionExpectation<Root>(
      kind: kind, matches: { path.find(in: $0).map(matches) ?? false },
      unsupportedReason: { path.unsupportedReason ?? reason() })
  }

  package static func condition(matches: @escaping (Action) -> Bool) -> ActionExpectation {
    ActionExpectation(kind: .condition, matches: matches)
  }
}

/// The reason why a state doesn't match a closure.
indirect enum UnmetExpectation {
  case threw(any Error)
  /// The closure changed nothing, and nothing had changed.
  case changesNothing
  /// The test asserted no change, but the state changed from the old value of the difference.
  case unasserted(Difference)
  /// The whole state was compared: the old value of the difference is the expected one.
  case state(Difference)
  /// The closure writes to missing elements.
  case missed([MissedMutation])
  /// Only the fields that the closure changes were compared.
  case fields([FieldMismatch])
  /// The closure asserts a scoped state that is missing or, in `.on`, that the step added.
  case missingState(isNew: Bool)
  /// A scoped store was called, and the state changed outside its scope. The old value of the difference is the expected
  /// state.
  case outsideScope(Difference)

  var mismatches: [FieldMismatch] {
    switch self {
    case .fields(let mismatches): mismatches
    case .state(let difference): difference.mismatches
    case .threw, .changesNothing, .unasserted, .missed, .missingState, .outsideScope: []
    }
  }
}
