import FocusedTestStore

/// The screen of a signed-in user.
struct Home: Reducer {
  struct State {
    let user: User
    var minutes = 0
  }

  enum Action: Equatable {
    case appeared
    case minutePassed
    case signOutTapped
    case delegate(Delegate)

    enum Delegate: Equatable {
      case signedOut
    }
  }

  @Dependency(\.account) var account
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      return .run { send in
        while true {
          try await clock.sleep(for: .seconds(60))
          await send(.minutePassed)
        }
      }

    case .minutePassed:
      state.minutes += 1
      return .none

    case .signOutTapped:
      return .run { send in
        await account.signOut()
        await send(.delegate(.signedOut))
      }

    case .delegate:
      return .none
    }
  }
}
