import FocusedTestStore

/// The form for the name of a user.
struct SignIn: Reducer {
  struct State {
    var name = ""
    var isRejected = false
  }

  enum Action: Equatable {
    case nameChanged(String)
    case signInTapped
    case rejected
    case delegate(Delegate)

    enum Delegate: Equatable {
      case signedIn(User)
    }
  }

  @Dependency(\.account) var account

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .nameChanged(let name):
      state.name = name
      return .none

    case .signInTapped:
      state.isRejected = false
      return .run { [name = state.name] send in
        await send(.delegate(.signedIn(try await account.signIn(name))))
      } catch: { _, send in
        await send(.rejected)
      }

    case .rejected:
      state.isRejected = true
      return .none

    case .delegate:
      return .none
    }
  }
}
