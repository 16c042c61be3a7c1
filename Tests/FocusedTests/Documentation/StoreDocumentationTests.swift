import FocusedTestStore
import Testing
@testable import TestFixtures

/// The samples in the documentation of the live store and of its doubles.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoreDocumentationTests {
  @Test func `the sample of Interceptor works`() {
    struct Logger: Interceptor {
      let log: @MainActor (String) -> Void

      func didDispatch(
        _ action: Profile.Action, from oldState: Profile.State, to newState: Profile.State
      ) {
        log("\(action): \(oldState.name) → \(newState.name)")
      }
    }
    var lines: [String] = []
    let store = Store(initialState: Profile.State()) { Profile() }
    store.register(interceptor: Logger { lines.append($0) })
    store.send(.setName("Stern"))
    #expect(lines == [#"setName("Stern"):  → Stern"#])
  }

  @Test func `the sample of StateSelector works`() {
    let store = Store(initialState: Profile.State(todos: ["Milk", "Bread"], query: "M")) {
      Profile()
    }
    #expect(store.select(ProfileSelectors.matches) == ["Milk"])
  }

  @Test func `the sample of MockStore works`() {
    let mock = MockStore<Profile.State, Profile.Action>(initialState: Profile.State())
    let view = ProfileView(store: mock.store)

    mock.setState { $0.name = "Blob" }
    view.saveButtonTapped()
    #expect(mock.actions == [.save])
    #expect(view.title == "Blob")
  }

  @Test func `the sample of TestInterceptor works`() async {
    let store = Store(initialState: Profile.State()) { Profile() }
    let view = ProfileView(store: store)

    let interceptor = TestInterceptor<Profile.State, Profile.Action>()
    store.register(interceptor: interceptor)

    view.refreshButtonTapped()
    await interceptor.wait(for: 2)
    #expect(interceptor.dispatchedActions == [.refresh, .loaded("Blob")])
  }
}

// MARK: - Fixtures

extension StoreDocumentationTests {
  struct Profile: Reducer {
    struct State: Equatable {
      var name = ""
      var todos: [String] = []
      var query = ""
    }
    enum Action: Equatable {
      case save
      case refresh
      case loaded(String)
      case setName(String)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .save: return .none
      case .refresh: return .send(.loaded("Blob"))
      case .loaded(let name), .setName(let name):
        state.name = name
        return .none
      }
    }
  }

  @MainActor
  struct ProfileView {
    let store: StoreOf<Profile>
    var title: String { store.name }

    func saveButtonTapped() { store.send(.save) }
    func refreshButtonTapped() { store.send(.refresh) }
  }

  enum ProfileSelectors {
    static let todos = StateSelector<Profile.State, [String]>(\.todos)
    static let query = StateSelector<Profile.State, String>(\.query)
    static let matches = StateSelector(todos, query) { todos, query in
      todos.filter { $0.contains(query) }
    }
  }
}
