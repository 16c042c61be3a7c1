import FocusedTestStore
import Testing

/// The samples about scoped stores.
struct ScopeSampleTests {
  @Test func `A case of the root`() async {
    let store = TestStore(.off, initialState: .login(Login.State())) {
      Entrance()
    } withDependencies: {
      $0[Login.Client.self].logIn = { .failure(.wrongPassword) }
    }
    let login = store.scope(state: { .login($0) }, action: { .login($0) })

    await login.send(.loginTapped) { $0.attempts = 1 }
    await login.receive(.loginFailed(.wrongPassword)) { $0.error = "Wrong password" }
    await store.receive(.delegate(.lockedOut))
    #expect(login.state?.attempts == 1)
  }

  @Test func `The ways to a part`() async {
    let store = makeBookcase()
    let profile = store.scope(state: \.profile, action: { .profile($0) })
    let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
    let row = store.scope(
      state: \.rows[id: 2], action: { .rows(.element(id: 2, action: $0)) })
    for part in [profile, sheet, row] {
      await part.send(.titleChanged("Dune")) { $0.title = "Dune" }
    }
  }

  @Test func `A part of a part`() async {
    let store = makeBookcase()
    let screen = store.scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
    let detail = screen.scope(state: { .detail($0) }, action: { .detail($0) })

    await detail.send(.titleChanged("Dune")) { $0.title = "Dune" }
  }

  @Test func `A case of a part`() async {
    let store = makeBookcase()
    let detail = store.scope(
      state: \.path[id: 0], case: { .detail($0) },
      action: { .path(.element(id: 0, action: .detail($0))) })

    await detail.send(.titleChanged("Dune")) { $0.title = "Dune" }
    let issues = await withCapturedIssues {
      await detail.send(.titleChanged("Emma")) { $0.title = "Dune" }
    }
    #expect(issues.count == 1)
    await store.send(.path(.popFrom(id: 0)))
    #expect(detail.state == nil)
  }

  @Test func `A helper for a whole store and for a part`() async {
    func fail(_ login: some StoreUnderTest<Login.State, Login.Action>) async {
      await login.send(.loginTapped)
      await login.receive(.loginFailed(.wrongPassword)) { $0.error = "Wrong password" }
    }
    func offline(_ values: inout DependencyValues) {
      values[Login.Client.self].logIn = { .failure(.wrongPassword) }
    }
    let alone = TestStore(.off, initialState: Login.State()) {
      Login()
    } withDependencies: {
      offline(&$0)
    }
    let whole = TestStore(.off, initialState: .login(Login.State())) {
      Entrance()
    } withDependencies: {
      offline(&$0)
    }

    await fail(alone)
    await fail(whole.scope(state: { .login($0) }, action: { .login($0) }))
    let wrong = await withCapturedIssues { await alone.receive(.loginFailed(.wrongPassword)) }
    #expect(wrong.count == 1)
  }

  @Test func `A part that is gone`() async {
    let store = makeBookcase()
    let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })

    await sheet.send(.titleChanged("Dune"))
    await store.send(.sheet(.dismiss))
    #expect(sheet.state == nil)
  }

  private func makeBookcase() -> TestStoreOf<Bookcase> {
    TestStore(
      .off,
      initialState: Bookcase.State(
        sheet: Volume.State(), rows: [Volume.State(id: 2)],
        path: StackState([.detail(Volume.State())]))
    ) {
      Bookcase()
    }
  }
}

private struct Entrance: Reducer {
  enum State: Equatable {
    case login(Login.State)
  }

  enum Action: Equatable {
    enum Delegate: Equatable { case lockedOut }

    case login(Login.Action)
    case delegate(Delegate)
  }

  var body: some ReducerOf<Self> {
    Scope(state: { .login($0) }, action: { .login($0) }) { Login() }
    Reduce { _, action in
      if case .login(.loginFailed) = action { .send(.delegate(.lockedOut)) } else { .none }
    }
  }
}

private struct Login: Reducer {
  struct State: Equatable {
    var attempts = 0
    var error: String?
  }

  enum Action: Equatable {
    case loginTapped
    case loginFailed(Failure)
  }

  enum Failure: Error, Equatable { case wrongPassword }

  struct Client: TestDependencyKey {
    var logIn: @Sendable () async -> Result<Int, Failure>
    static let testValue = Client(logIn: { .success(0) })
  }

  @Dependency(Client.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .loginTapped:
      state.attempts += 1
      return .run { send in
        if case .failure(let failure) = await client.logIn() { await send(.loginFailed(failure)) }
      }
    case .loginFailed:
      state.error = "Wrong password"
      return .none
    }
  }
}

private struct Bookcase: Reducer {
  struct State: Equatable {
    var profile = Volume.State()
    @PresentationState var sheet: Volume.State?
    var rows: IdentifiedArrayOf<Volume.State> = []
    var path = StackState<Screen.State>()
  }

  enum Action: Equatable {
    case profile(Volume.Action)
    case sheet(PresentationAction<Volume.Action>)
    case rows(IdentifiedAction<Int, Volume.Action>)
    case path(StackAction<Screen.State, Screen.Action>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.profile, action: { .profile($0) }) { Volume() }
    EmptyReducer()
      .ifLet(\.$sheet, action: { .sheet($0) }) { Volume() }
      .forEach(\.rows, action: { .rows($0) }) { Volume() }
      .forEach(\.path, action: { .path($0) }) { Screen() }
  }

  struct Screen: Reducer {
    enum State: Equatable {
      case detail(Volume.State)
      case help
    }

    enum Action: Equatable {
      case detail(Volume.Action)
    }

    var body: some ReducerOf<Self> {
      Scope(state: { .detail($0) }, action: { .detail($0) }) { Volume() }
    }
  }
}

private struct Volume: Reducer {
  struct State: Equatable, Identifiable {
    var id = 0
    var title = ""
  }

  enum Action: Equatable {
    case titleChanged(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .titleChanged(let title): state.title = title
    }
    return .none
  }
}
