import FocusedTestStore
import Testing

/// The samples of the articles about Core that show forms, rows, and alerts, as the articles show them.
struct CoreArticleFormTests {
  @Test func `A form`() async {
    let store = TestStore(.off, initialState: Registration.State()) { Registration() }
    await store.send(.set(\.name, "Ada"))
    await store.send(.set(\.email, "ada@example.com")) { $0.isComplete = true }
  }

  @Test @MainActor func `Rows`() {
    typealias Quiz = CoreArticleTests.Quiz
    let rows = [CoreArticleTests.Round.State(id: 0), CoreArticleTests.Round.State(id: 1)]
    let store = Store(initialState: Quiz.State(rounds: IdentifiedArray(rows))) { Quiz() }
    let rounds = store.scope(state: \.rounds, action: { .rounds($0) })
    rounds[id: 1]?.send(.won)
    #expect(rounds.map(\.isWon) == [false, true])
  }

  @Test func `An alert`() async {
    let store = TestStore(.off, initialState: Trash.State()) { Trash() }
    await store.send(.emptyTapped)
    await store.send(.alert(.presented(.emptyConfirmed))) {
      $0.drafts = []
      $0.alert = nil
    }
  }
}

// MARK: - Fixtures

extension CoreArticleFormTests {
  struct Registration: Reducer {
    struct State {
      var name = ""
      var email = ""
      var isComplete = false
    }

    enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        state.isComplete = !state.name.isEmpty && !state.email.isEmpty
        return .none
      }
    }
  }

  struct Trash: Reducer {
    struct State {
      var drafts = ["Emma", "Persuasion"]
      @PresentationState var alert: AlertState<Action.Alert>?
    }

    enum Action: Equatable {
      case emptyTapped
      case alert(PresentationAction<Alert>)

      enum Alert: Equatable { case emptyConfirmed }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .emptyTapped:
          state.alert = AlertState {
            TextState("Empty the trash?")
          } actions: {
            ButtonState(role: .destructive, action: .emptyConfirmed) { TextState("Empty") }
          }
          return .none

        case .alert(.presented(.emptyConfirmed)):
          state.drafts = []
          return .none

        case .alert:
          return .none
        }
      }
      .ifLet(\.$alert, action: { .alert($0) })
    }
  }
}
