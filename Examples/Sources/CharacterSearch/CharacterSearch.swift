import Core

/// Finds characters while the user types a name.
public struct CharacterSearch: Reducer, Sendable {
  public struct State: Equatable, Sendable {
    public var query: String
    public var isSearching: Bool
    public var hasFailed: Bool
    public var characters: IdentifiedArrayOf<FilmCharacter>

    public init(
      query: String = "", isSearching: Bool = false, hasFailed: Bool = false,
      characters: IdentifiedArrayOf<FilmCharacter> = []
    ) {
      self.query = query
      self.isSearching = isSearching
      self.hasFailed = hasFailed
      self.characters = characters
    }
  }

  public enum Action: Equatable, Sendable {
    case queryChanged(String)
    case found([FilmCharacter])
    case searchFailed
  }

  @Dependency(\.characterClient) var client
  @Dependency(\.continuousClock) var clock

  public init() {}

  private enum CancelID { case search }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .queryChanged(let query):
      state.query = query
      state.hasFailed = false
      guard !query.isEmpty else {
        state.isSearching = false
        state.characters = []
        return .cancel(id: CancelID.search)
      }
      state.isSearching = true
      // The next letter cancels both the wait and a search in flight.
      return .run { send in
        try await clock.sleep(for: .milliseconds(300))
        await send(.found(try await client.find(query)))
      } catch: { _, send in
        await send(.searchFailed)
      }
      .cancellable(id: CancelID.search, cancelInFlight: true)

    case .found(let characters):
      state.isSearching = false
      state.characters = IdentifiedArray(uniqueElements: characters)
      return .none

    case .searchFailed:
      state.isSearching = false
      state.hasFailed = true
      return .none
    }
  }
}
