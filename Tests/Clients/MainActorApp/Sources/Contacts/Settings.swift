import Core

/// A form, and an alert that asks for confirmation before a reset.
struct Settings: Reducer {
  struct State: Equatable {
    var name = ""
    var isNameValid = false
    @PresentationState var alert: AlertState<Action.Alert>?
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case resetTapped
    case alert(PresentationAction<Alert>)

    enum Alert: Equatable { case resetConfirmed }
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.name) { _, name in
        Reduce { state, _ in
          state.isNameValid = !name.isEmpty
          return .none
        }
      }
    Reduce { state, action in
      switch action {
      case .binding(\.name):
        return .none

      case .resetTapped:
        state.alert = AlertState {
          TextState("Reset?")
        } actions: {
          ButtonState(role: .destructive, action: .resetConfirmed) { TextState("Reset") }
        }
        return .none

      case .alert(.presented(.resetConfirmed)):
        return .run { send in await send(.set(\.name, "")) }

      case .binding, .alert:
        return .none
      }
    }
    .ifLet(\.$alert, action: { .alert($0) })
  }
}

/// The actions of a view of the settings.
final class SettingsModel {
  let store = Store(initialState: Settings.State()) { Settings() }

  func nameFieldChanged(to name: String) {
    store.name = name
  }
}

extension ContactsModel {
  /// The names that the rows of a list show.
  var names: [String] { store.scope(state: \.rows, action: { .rows($0) }).map(\.name) }
}
