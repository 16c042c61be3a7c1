import Core

/// A form, and an alert that asks for confirmation before a reset.
struct Settings: Reducer {
  struct State: Equatable {
    var name = ""
    var isNameValid = false
    var isResetting = false
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case resetTapped
    case resetConfirmed
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
        state.isResetting = true
        return .none

      case .resetConfirmed:
        state.isResetting = false
        return .run { send in await send(.set(\.name, "")) }

      case .binding:
        return .none
      }
    }
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
