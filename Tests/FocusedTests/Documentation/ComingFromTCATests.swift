import FocusedTestStore
import Testing

/// The samples of the guide for users of The Composable Architecture, as the guide shows them.
struct ComingFromTCATests {
  @Test func theNotesAreShown() async {
    let store = TestStore(.off, initialState: Notes.State()) {
      Notes()
    } withDependencies: {
      $0[NotesClient.self].all = { ["Milk"] }
    }

    await store.send(.appeared)
    await store.receive(.loaded(["Milk"])) { $0.notes = ["Milk"] }
  }

  @Test func aFormAndAnAlert() async {
    let store = TestStore(.off, initialState: Profiles.State()) { Profiles() }

    await store.send(.set(\.name, "Blob"))
    await store.send(.deleteTapped)
    await store.send(.alert(.presented(.deletionConfirmed))) {
      $0.name = ""
      $0.alert = nil
    }
  }
}

struct Notes: Reducer {
  struct State {
    var notes: [String] = []
    var isLoading = false
    @PresentationState var editor: Editor.State?
  }

  enum Action: Equatable {
    case appeared
    case loaded([String])
    case addTapped
    case editor(PresentationAction<Editor.Action>)
  }

  @Dependency(NotesClient.self) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        state.isLoading = true
        return .run { send in await send(.loaded(try await client.all())) }

      case .loaded(let notes):
        state.isLoading = false
        state.notes = notes
        return .none

      case .addTapped:
        state.editor = Editor.State()
        return .none

      case .editor(.presented(.saved(let text))):
        state.notes.append(text)
        return .none

      case .editor:
        return .none
      }
    }
    .ifLet(\.$editor, action: { .editor($0) }) { Editor() }
  }
}

struct Editor: Reducer {
  struct State {}

  enum Action: Equatable {
    case saveTapped(String)
    case saved(String)
  }

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard case .saveTapped(let text) = action else { return .none }
    return .run { send in
      await send(.saved(text))
      await self.dismiss()
    }
  }
}

struct Settings: Reducer {
  struct State { var isLoud = false }

  enum Action: Equatable { case soundTapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.isLoud.toggle()
    return .none
  }
}

struct Destination: Reducer {
  enum State {
    case editor(Editor.State)
    case settings(Settings.State)
  }

  enum Action: Equatable {
    case editor(Editor.Action)
    case settings(Settings.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: { .editor($0) }, action: { .editor($0) }) { Editor() }
    Scope(state: { .settings($0) }, action: { .settings($0) }) { Settings() }
  }
}

struct Profiles: Reducer {
  struct State {
    var name = ""
    var isSubscribed = false
    @PresentationState var alert: AlertState<Action.Alert>?
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case deleteTapped
    case alert(PresentationAction<Alert>)

    enum Alert: Equatable { case deletionConfirmed }
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.name):
        state.isSubscribed = false
        return .none

      case .deleteTapped:
        state.alert = AlertState {
          TextState("Delete \(state.name)?")
        } actions: {
          ButtonState(role: .destructive, action: .deletionConfirmed) { TextState("Delete") }
        }
        return .none

      case .alert(.presented(.deletionConfirmed)):
        state.name = ""
        return .none

      case .binding, .alert:
        return .none
      }
    }
    .ifLet(\.$alert, action: { .alert($0) })
  }
}

struct NotesClient: TestDependencyKey {
  var all: @Sendable () async throws -> [String]
  var save: @Sendable (String) async throws -> Void

  static let testValue = NotesClient(
    all: unimplemented("NotesClient.all"),
    save: unimplemented("NotesClient.save"))
}
