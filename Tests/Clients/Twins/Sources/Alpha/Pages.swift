import Core

/// A feature with a response that succeeds or fails.
public struct Pages: Reducer, Sendable {
  public struct Offline: Error, Equatable {
    public init() {}
  }

  public struct State: Equatable {
    public var rows: [String] = []
    public var isOffline = false

    public init() {}
  }

  public enum Action: Equatable {
    case appeared
    case pageResponse(Int, Result<[String], Offline>)
  }

  private let page: @Sendable (Int) async -> Result<[String], Offline>

  public init(page: @escaping @Sendable (Int) async -> Result<[String], Offline>) {
    self.page = page
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      return .run { [page] send in await send(.pageResponse(1, page(1))) }
    case .pageResponse(_, .success(let rows)):
      state.rows += rows
      return .none
    case .pageResponse(_, .failure):
      state.isOffline = true
      return .none
    }
  }
}
