import Core

public struct Counter: Reducer {
  public struct State: Equatable {
    public var count = 0
    public var isLoading = false

    public init() {}
  }

  public enum Action: Equatable {
    case incrementTapped
    case factTapped
    case factLoaded(String)
  }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .incrementTapped:
      state.count += 1
      return .none
    case .factTapped:
      state.isLoading = true
      return .run { [count = state.count] send in
        await send(.factLoaded("\(count) is a number."))
      }
    case .factLoaded:
      state.isLoading = false
      return .none
    }
  }
}
