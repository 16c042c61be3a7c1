import Core

/// The action that a test expects to receive: which actions match it, and its name in messages.
package struct ActionExpectation<Action> {
  package enum Kind {
    /// One action, or one case with one payload.
    case action(Action)
    /// A case with any payload.
    case anyOf(caseName: (_ amongPayloadsOf: [Any]) -> String?, payload: Any.Type)
    /// Any action that a closure accepts.
    case condition
  }

  package let kind: Kind
  /// Whether the expectation describes one action, rather than any of several.
  var isOneAction: Bool { if case .action = kind { true } else { false } }
  package let matches: (Action) -> Bool
  /// The reason why no action can match, if the case path cannot be followed.
  package private(set) var unsupportedReason: () -> String? = { nil }

  package static func action(_ action: Action) -> ActionExpectation where Action: Equatable {
    ActionExpectation(kind: .action(action), matches: { $0 == action })
  }

  package static func anyOf<Value>(
    _ path: CasePath<Action, Value>, at callSite: CallSite
  ) -> ActionExpectation {
    ActionExpectation(
      kind: .anyOf(
        caseName: { values in
          path.caseName ?? CaseSample.name(of: path, amongPayloadsOf: values)
            ?? CallLine(at: callSite)?.caseName
        },
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
  ///
  /// - Parameter render: Wraps the name of a case, if its path is known.
  func lifted<Root>(
    by path: CasePath<Root, Action>, render: @escaping (_ name: String, _ values: [Any]) -> String
  ) -> ActionExpectation<Root> {
    let kind: ActionExpectation<Root>.Kind =
      switch kind {
      case .action(let action): .action(path.embed(action))
      case .anyOf(let caseName, let payload):
        .anyOf(
          caseName: { values in
            // The scoped store's own actions may also contain the case.
            caseName(values + values.compactMap { ($0 as? Root).flatMap(path.find) })
              .map { render($0, values) }
          },
          payload: payload)
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

/// An action that a test expects, by its case or by a condition.
///
/// It states the order of actions that are not `Equatable`, or whose payloads don't matter:
///
/// ```swift
/// await store.receive(inOrder: .case { .started }, .case { .loaded($0) })
/// ```
public struct ActionMatch<Action> {
  let expectation: (CallSite) -> ActionExpectation<Action>

  /// An action of a case with any payload: `.case { .loaded($0) }`, or `.case { .started }`.
  public static func `case`<Value>(_ embed: @escaping (Value) -> Action) -> ActionMatch {
    ActionMatch { .anyOf(CasePath(embed), at: $0) }
  }

  /// An action that meets a condition: `.where { $0.isError }`.
  ///
  /// The condition may run several times for the same action.
  public static func `where`(_ isMatching: @escaping (Action) -> Bool) -> ActionMatch {
    ActionMatch { _ in .condition(matches: isMatching) }
  }
}
