import FocusedTestStore
import Testing

/// The samples of the articles about Core, as the articles show them.
struct CoreArticleTests {
  @Test func aFactIsShown() async {
    let store = TestStore(.off, initialState: Trivia.State(count: 7)) {
      Trivia()
    } withDependencies: {
      $0[TriviaClient.self].fact = { "\($0) is a number." }
    }

    await store.send(.askTapped)
    await store.receive(.answered("7 is a number.")) { $0.fact = "7 is a number." }
  }

  @Test func `Features in features`() async {
    let store = TestStore(.off, initialState: Quiz.State()) { Quiz() }
    await store.send(.warmUp(.answered("One."))) { $0.rounds = [Round.State(id: 0)] }
    await store.send(.rounds(.element(id: 0, action: .won))) {
      $0.rounds = [Round.State(id: 0, isWon: true)]
    }
  }

  @MainActor
  @Test func `A live store`() {
    let store = Store(initialState: Trivia.State()) {
      Trivia()
    }
    store.send(.increment)
    #expect(store.count == 1)
  }

  @Test func `A sheet`() async {
    let store = TestStore(.off, initialState: Contacts.State()) { Contacts() }
    await store.send(.addTapped)
    await store.send(.form(.presented(.nameChanged("Marie"))))
    await store.send(.form(.presented(.saveTapped)))
    await store.receive(.form(.dismiss)) {
      $0.names = ["Marie"]
      $0.form = nil
    }
  }

  @Test func `A stack`() async {
    let store = TestStore(.off, initialState: Library.State()) { Library() }
    await store.send(.bookTapped("Emma"))
    await store.send(.path(.element(id: 0, action: .book(.likeTapped)))) {
      $0.path[id: 0, case: { .book($0) }]?.likes = 1
    }
    await store.send(.path(.popFrom(id: 0))) {
      $0.path = StackState()
    }

    await store.send(.bookTapped("Persuasion")) {
      $0.path.append(.book(Book.State(title: "Persuasion")))
    }
    #expect(store.state.path[id: 1] == .book(Book.State(title: "Persuasion")))
    #expect(Array(store.state.path) == [.book(Book.State(title: "Persuasion"))])
  }
}

// MARK: - Fixtures

extension CoreArticleTests {
  struct TriviaClient: TestDependencyKey {
    var fact: @Sendable (Int) async throws -> String

    static let testValue = TriviaClient(fact: unimplemented("TriviaClient.fact"))
  }

  struct Trivia: Reducer {
    struct State {
      var count = 0
      var fact: String?
    }

    enum Action: Equatable {
      case increment
      case askTapped
      case answered(String)
    }

    @Dependency(TriviaClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .increment:
        state.count += 1
        state.fact = nil
        return .none

      case .askTapped:
        return .run { [count = state.count] send in
          await send(.answered(try await client.fact(count)))
        } catch: { error, send in
          await send(.answered("Nobody knows: \(error)"))
        }

      case .answered(let fact):
        state.fact = fact
        return .none
      }
    }
  }

  struct Round: Reducer {
    struct State: Equatable, Identifiable {
      var id: Int
      var isWon = false
    }
    enum Action: Equatable { case won }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.isWon = true
      return .none
    }
  }

  struct Quiz: Reducer {
    struct State {
      var warmUp = Trivia.State()
      var rounds: IdentifiedArrayOf<Round.State> = []
    }

    enum Action: Equatable {
      case warmUp(Trivia.Action)
      case rounds(IdentifiedAction<Int, Round.Action>)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.warmUp, action: { .warmUp($0) }) { Trivia() }
      Reduce { state, action in
        guard case .warmUp(.answered) = action else { return .none }
        state.rounds.append(Round.State(id: state.rounds.count))
        return .none
      }
      .forEach(\.rounds, action: { .rounds($0) }) { Round() }
    }
  }

  struct Contacts: Reducer {
    struct State {
      var names: [String] = []
      @PresentationState var form: ContactForm.State?
    }

    enum Action: Equatable {
      case addTapped
      case form(PresentationAction<ContactForm.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .addTapped:
          state.form = ContactForm.State()
          return .none

        case .form(.presented(.saved(let name))):
          state.names.append(name)
          return .none

        case .form:
          return .none
        }
      }
      .ifLet(\.$form, action: { .form($0) }) { ContactForm() }
    }
  }

  struct ContactForm: Reducer {
    struct State { var name = "" }

    enum Action: Equatable {
      case nameChanged(String)
      case saveTapped
      case saved(String)
    }

    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .nameChanged(let name):
        state.name = name
        return .none

      case .saveTapped:
        return .run { [name = state.name] send in
          await send(.saved(name))
          await self.dismiss()
        }

      case .saved:
        return .none
      }
    }
  }

  struct Book: Reducer {
    struct State: Equatable {
      var title: String
      var likes = 0
    }
    enum Action: Equatable { case likeTapped }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.likes += 1
      return .none
    }
  }

  struct Screen: Reducer {
    enum State: Equatable { case book(Book.State) }
    enum Action: Equatable { case book(Book.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: { .book($0) }, action: { .book($0) }) { Book() }
    }
  }

  struct Library: Reducer {
    struct State { var path = StackState<Screen.State>() }

    enum Action: Equatable {
      case bookTapped(String)
      case path(StackAction<Screen.State, Screen.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .bookTapped(let title) = action {
          state.path.append(.book(Book.State(title: title)))
        }
        return .none
      }
      .forEach(\.path, action: { .path($0) }) { Screen() }
    }
  }
}
