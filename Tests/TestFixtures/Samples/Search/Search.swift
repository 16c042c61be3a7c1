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
