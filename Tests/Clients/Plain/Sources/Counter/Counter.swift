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
    case factFailed
  }

  private let fact: @Sendable (Int) async throws -> String

  public init(fact: @escaping @Sendable (Int) async throws -> String = { "\($0) is a number." }) {
    self.fact = fact
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .incrementTapped:
      state.count += 1
      return .none
    case .factTapped:
      state.isLoading = true
      return .run { [fact, count = state.count] send in
        await send(.factLoaded(try await fact(count)))
      } catch: { _, send in
        await send(.factFailed)
      }
    case .factLoaded, .factFailed:
      state.isLoading = false
      return .none
    }
  }
}
