import Core

public struct Counter: Reducer, Sendable {
  public struct State: Equatable, Sendable {
    public var count = 0
    public init() {}
  }
  public enum Action: Equatable, Sendable { case incrementTapped }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}
