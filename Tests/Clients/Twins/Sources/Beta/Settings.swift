import Core

/// A feature that has the same name in two modules.
public struct Settings: Reducer {
  public struct State: Equatable {
    public var volume = 0
    public var isMuted = false

    public init() {}
  }

  public enum Action: Equatable {
    case louderTapped, muteTapped
  }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .louderTapped: state.volume += 1
    case .muteTapped: state.isMuted = true
    }
    return .none
  }
}
