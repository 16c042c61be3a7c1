import Core

/// The data of a signed-in user. The user can sign out.
public struct SignedIn: Reducer, Sendable {
  public struct State: Equatable, Sendable {
    public let user: User
    public var minutes: Int
    public var isSigningOut: Bool

    public init(user: User, minutes: Int = 0, isSigningOut: Bool = false) {
      self.user = user
      self.minutes = minutes
      self.isSigningOut = isSigningOut
    }
  }

  public enum Action: Equatable, Sendable {
    case appeared
    case minutePassed
    case signOutTapped
    case delegate(Delegate)

    public enum Delegate: Equatable, Sendable {
      case signedOut
    }
  }

  @Dependency(\.account) var account
  @Dependency(\.continuousClock) var clock

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      return .run { send in
        for await _ in clock.timer(interval: .seconds(60)) {
          await send(.minutePassed)
        }
      }

    case .minutePassed:
      state.minutes += 1
      return .none

    case .signOutTapped:
      guard !state.isSigningOut else { return .none }
      state.isSigningOut = true
      return .run { send in
        await account.signOut()
        await send(.delegate(.signedOut))
      }

    case .delegate:
      return .none
    }
  }
}
