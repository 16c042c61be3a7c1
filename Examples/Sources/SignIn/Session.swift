import Core

/// The root of an app, in which a user is signed in or not.
public struct Session: Reducer, Sendable {
  public enum State: Equatable, Sendable {
    case signedOut(SignIn.State)
    case signedIn(SignedIn.State)
  }

  public enum Action: Equatable, Sendable {
    case signedOut(SignIn.Action)
    case signedIn(SignedIn.Action)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .signedOut(.delegate(.signedIn(let user))):
        state = .signedIn(SignedIn.State(user: user))
        return .send(.signedIn(.appeared))

      case .signedIn(.delegate(.signedOut)):
        state = .signedOut(SignIn.State())
        return .none

      case .signedOut, .signedIn:
        return .none
      }
    }
    .ifCaseLet({ .signedOut($0) }, action: { .signedOut($0) }) {
      SignIn()
    }
    .ifCaseLet({ .signedIn($0) }, action: { .signedIn($0) }) {
      SignedIn()
    }
  }
}
