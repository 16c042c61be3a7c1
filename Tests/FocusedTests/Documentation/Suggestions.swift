import FocusedTestStore

/// Suggestions from two sources, as a search field shows them: a sample with a bug.
///
/// The latest response wins, from either source. The nearby places should win.
struct Suggestions: Reducer {
  struct State: Equatable {
    var places: [String] = []
  }

  enum Action: Equatable {
    case appeared
    case foundPopular([String])
    case foundNearby([String])
  }

  let popular: @Sendable () async throws -> [String]
  let nearby: @Sendable () async throws -> [String]

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      return .merge(
        .run { send in await send(.foundPopular(try await popular())) },
        .run { send in await send(.foundNearby(try await nearby())) })

    case .foundPopular(let places), .foundNearby(let places):
      state.places = places
      return .none
    }
  }
}
