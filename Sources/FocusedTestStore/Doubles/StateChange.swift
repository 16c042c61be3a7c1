/// An action that a store reduced, and the states before and after it.
public struct StateChange<State, Action> {
  /// The action.
  public let action: Action
  /// The state before the action was reduced.
  public let oldState: State
  /// The state after the action was reduced.
  public let newState: State

  /// Creates a record of one action.
  public init(action: Action, oldState: State, newState: State) {
    self.action = action
    self.oldState = oldState
    self.newState = newState
  }
}

extension StateChange: Equatable where State: Equatable, Action: Equatable {}
extension StateChange: Hashable where State: Hashable, Action: Hashable {}
extension StateChange: Sendable where State: Sendable, Action: Sendable {}
