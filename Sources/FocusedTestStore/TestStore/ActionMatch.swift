import Core

/// An action that a test expects, by its case or by a condition.
///
/// It states the order of actions that are not `Equatable`, or whose payloads don't matter:
///
/// ```swift
/// await store.receive(inOrder: .case { .started }, .case { .loaded($0) })
/// ```
public struct ActionMatch<Action> {
  let expectation: (CallSite) -> ActionExpectation<Action>

  /// An action of a case, whatever its payload: `.case { .loaded($0) }`, or `.case { .started }`.
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
