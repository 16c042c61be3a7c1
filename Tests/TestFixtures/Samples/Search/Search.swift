import FocusedTestStore

/// Searches as the user types. Only the answer to the newest query counts, even if older answers arrive later.
struct Search: Reducer {
  struct State: Equatable {
    var query = ""
    var results: [String] = []
    var problem: String?
  }

  enum Action: Equatable {
    case changeQuery(String)
    case found([String], for: String)
    case failed(String)
  }

  @Dependency(\.searchClient) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .changeQuery(let query):
      state.query = query
      return find(query)

    case .found(let results, let query):
      if query == state.query { state.results = results }
      return .none

    case .failed(let problem):
      state.problem = problem
      return .none
    }
  }

  func find(_ query: String) -> Effect<Action> {
    .run { send in
      await send(.found(try await client.find(query), for: query))
    } catch: { error, send in
      await send(.failed("\(error)"))
    }
  }
}

/// The same feature with the bug that the tests of ``Search`` must find: it shows whichever answer arrives last, even
/// if that answer belongs to an older query.
struct NaiveSearch: Reducer {
  func reduce(
    into state: inout Search.State, action: Search.Action
  ) -> Effect<Search.Action> {
    if case .found(let results, _) = action { state.results = results }
    return Search().reduce(into: &state, action: action)
  }
}

struct SearchClient: Sendable, TestDependencyKey {
  var find: @Sendable (_ query: String) async throws -> [String]

  static let testValue = SearchClient(find: unimplemented("SearchClient.find"))
}

extension DependencyValues {
  var searchClient: SearchClient {
    get { self[SearchClient.self] }
    set { self[SearchClient.self] = newValue }
  }
}
