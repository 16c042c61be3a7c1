/// An action of an element of a stack, or a change of the stack.
///
/// ```swift
/// enum Action {
///   case path(StackAction<Path.State, Path.Action>)
/// }
/// ```
///
/// A view sends `.path(.element(id: 0, action: .detail(.tapped)))`.
public enum StackAction<State, Action> {
  /// An action of the element with an id.
  case element(id: StackElementID, action: Action)
  /// A feature is pushed onto the stack.
  case push(id: StackElementID, state: State)
  /// An element is popped, and all above it. They are still there when the parent reduces this
  /// action.
  case popFrom(id: StackElementID)
}

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}

/// The actions of a stack of features, as their parent has them: `case path(StackActionOf<Path>)`.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

extension StackAction: PartsProviding {
  var parts: [Part] {
    switch self {
    case .element(let id, let action):
      [
        .tuple(
          (id: id, action: action), of: [Part(id, label: "id"), Part(action, label: "action")])
      ]
    case .push(let id, let state):
      [.tuple((id: id, state: state), of: [Part(id, label: "id"), Part(state, label: "state")])]
    case .popFrom(let id): [Part(id)]
    }
  }
}
