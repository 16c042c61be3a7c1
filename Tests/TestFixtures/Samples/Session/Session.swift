import FocusedTestStore

/// The root of an app: a user is signed in, or none is.
struct Session: Reducer {
  enum State {
    case signedOut(SignIn.State)
    case main(Home.State)
  }

  enum Action: Equatable {
    case launched
    case statusChecked(AccountStatus)
    case signedOut(SignIn.Action)
    case main(Home.Action)
  }

  @Dependency(\.account) var account

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .launched:
        return .run { send in
          await send(.statusChecked(await account.status()))
        }

      case .statusChecked(.signedIn(let user)), .signedOut(.delegate(.signedIn(let user))):
        state = .main(Home.State(user: user))
        return .none

      case .statusChecked(.signedOut), .main(.delegate(.signedOut)):
        state = .signedOut(SignIn.State())
        return .none

      case .signedOut, .main:
        return .none
      }
    }
    .ifCaseLet({ .signedOut($0) }, action: { .signedOut($0) }) {
      SignIn()
    }
    .ifCaseLet({ .main($0) }, action: { .main($0) }) {
      Home()
    }
  }
}
