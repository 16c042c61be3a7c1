import BankModels
import Core

public struct Login: Reducer, Sendable {
  public struct State: Equatable, Sendable {
    public var userName: String
    public var password: String
    public var isLoading: Bool
    public var error: String?
    public var attempts: Int
    public var secondsLocked: Int?

    public init(
      userName: String = "", password: String = "", isLoading: Bool = false, error: String? = nil,
      attempts: Int = 0, secondsLocked: Int? = nil
    ) {
      self.userName = userName
      self.password = password
      self.isLoading = isLoading
      self.error = error
      self.attempts = attempts
      self.secondsLocked = secondsLocked
    }

    public var isLocked: Bool { secondsLocked != nil }
    public var canSubmit: Bool { !userName.isEmpty && !password.isEmpty && !isLoading && !isLocked }
  }

  public enum Action: Equatable, Sendable {
    case userNameChanged(String)
    case passwordChanged(String)
    case submitTapped
    case succeeded(Session)
    case failed(APIError)
    case lockoutTicked
    case delegate(Delegate)

    public enum Delegate: Equatable, Sendable {
      case loggedIn(Session)
    }
  }

  private enum CancelID { case lockout }

  static let maxAttempts = 3
  static let lockoutSeconds = 5

  @Dependency(\.auth) private var auth
  @Dependency(\.continuousClock) private var clock

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .userNameChanged(let name):
      state.userName = name
      state.error = nil
      return .none

    case .passwordChanged(let password):
      state.password = password
      state.error = nil
      return .none

    case .submitTapped:
      guard state.canSubmit else { return .none }
      state.isLoading = true
      state.error = nil
      return .run { [user = state.userName, password = state.password] send in
        await send(.succeeded(try await auth.login(user, password)))
      } catch: { error, send in
        await send(.failed(APIError(wrapping: error)))
      }

    case .succeeded(let session):
      state.isLoading = false
      state.attempts = 0
      return .send(.delegate(.loggedIn(session)))

    case .failed(let error):
      state.isLoading = false
      state.password = ""
      state.error = error.message
      state.attempts += 1
      guard state.attempts >= Self.maxAttempts else { return .none }
      state.secondsLocked = Self.lockoutSeconds
      return .run { send in
        for _ in 0..<Self.lockoutSeconds {
          try await clock.sleep(for: .seconds(1))
          await send(.lockoutTicked)
        }
      }
      .cancellable(id: CancelID.lockout, cancelInFlight: true)

    case .lockoutTicked:
      guard let seconds = state.secondsLocked else { return .none }
      if seconds > 1 {
        state.secondsLocked = seconds - 1
      } else {
        state.secondsLocked = nil
        state.attempts = 0
        state.error = nil
      }
      return .none

    case .delegate:
      return .none
    }
  }
}
