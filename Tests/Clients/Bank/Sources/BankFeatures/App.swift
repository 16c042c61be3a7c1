import BankModels
import Core

/// The root of the app: the login for a logged-out user, otherwise the user's home.
public struct App: Reducer, Sendable {
  public enum State: Equatable, Sendable {
    case login(Login.State)
    case home(Home.State)

    public init() {
      self = .login(Login.State())
    }
  }

  public enum Action: Equatable {
    case login(Login.Action)
    case home(Home.Action)
  }

  @Dependency(\.auth) private var auth

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: { .login($0) }, action: { .login($0) }) { Login() }
    Scope(state: { .home($0) }, action: { .home($0) }) { Home() }
    Reduce { state, action in
      switch action {
      case .login(.delegate(.loggedIn(let session))):
        state = .home(Home.State(session: session))
        return .none

      case .home(.delegate(.loggedOut(let session))):
        state = .login(Login.State(userName: session.userName))
        return .run { _ in await auth.logout(session.token) }

      case .login, .home:
        return .none
      }
    }
  }
}
