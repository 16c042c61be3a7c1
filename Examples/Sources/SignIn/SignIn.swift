import Core

/// Asks for a name.
public struct SignIn: Reducer, Sendable {
  public struct State: Equatable, Sendable {
    public var name: String
    public var isSigningIn: Bool
    public var isRejected: Bool

    public init(name: String = "", isSigningIn: Bool = false, isRejected: Bool = false) {
      self.name = name
      self.isSigningIn = isSigningIn
      self.isRejected = isRejected
    }
  }

  public enum Action: Equatable, Sendable {
    case nameChanged(String)
    case signInTapped
    case rejected
    case delegate(Delegate)

    public enum Delegate: Equatable, Sendable {
      case signedIn(User)
    }
  }

  @Dependency(\.account) var account

  public init() {}

  private enum CancelID { case signIn }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .nameChanged(let name):
      state = State(name: name)
      return .cancel(id: CancelID.signIn)

    case .signInTapped:
      guard !state.isSigningIn else { return .none }
      state.isSigningIn = true
      state.isRejected = false
      return .run { [name = state.name] send in
        await send(.delegate(.signedIn(try await account.signIn(name))))
      } catch: { _, send in
        await send(.rejected)
      }
      .cancellable(id: CancelID.signIn)

    case .rejected:
      state.isSigningIn = false
      state.isRejected = true
      return .none

    case .delegate:
      return .none
    }
  }
}
