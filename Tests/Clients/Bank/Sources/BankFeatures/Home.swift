import BankModels
import Core

public struct Home: Reducer, Sendable {
  public struct State: Equatable, Sendable {
    public var session: Session
    public var accounts: Accounts.State
    public var quotes: Quotes.State
    public var path: StackState<Path.State>

    public init(
      session: Session, accounts: Accounts.State = Accounts.State(),
      quotes: Quotes.State = Quotes.State(), path: StackState<Path.State> = StackState()
    ) {
      self.session = session
      self.accounts = accounts
      self.quotes = quotes
      self.path = path
    }
  }

  public enum Action: Equatable {
    case appeared
    case settingsTapped
    case helpTapped
    case accounts(Accounts.Action)
    case quotes(Quotes.Action)
    case path(StackActionOf<Path>)
    case delegate(Delegate)

    public enum Delegate: Equatable, Sendable {
      case loggedOut(Session)
    }
  }

  public struct Path: Reducer, Sendable {
    public enum State: Equatable, Sendable {
      case settings(Settings.State)
      case help(Help.State)
    }

    public enum Action: Equatable {
      case settings(Settings.Action)
      case help(Help.Action)
    }

    public init() {}

    public var body: some ReducerOf<Self> {
      Scope(state: { .settings($0) }, action: { .settings($0) }) { Settings() }
      Scope(state: { .help($0) }, action: { .help($0) }) { Help() }
    }
  }

  @Dependency(\.analytics) private var analytics

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.accounts, action: { .accounts($0) }) { Accounts() }
    Scope(state: \.quotes, action: { .quotes($0) }) { Quotes() }
    Reduce { state, action in
      switch action {
      case .appeared:
        return .merge(
          .run { _ in await analytics.track(.screen("home")) },
          .send(.accounts(.refreshTapped)))

      case .settingsTapped:
        state.path.append(.settings(Settings.State()))
        return .none

      case .helpTapped:
        state.path.append(.help(Help.State()))
        return .none

      case .path(.element(_, .settings(.delegate(.logoutTapped)))):
        state.path = StackState()
        return .concatenate(
          .send(.accounts(.undoExpired)),
          .send(.quotes(.disconnectTapped)),
          .send(.delegate(.loggedOut(state.session))))

      case .path(.element(let id, .help(.contactTapped))):
        state.path.pop(from: id)
        return .none

      case .accounts, .quotes, .path, .delegate:
        return .none
      }
    }
    .forEach(\.path, action: { .path($0) }) { Path() }
  }
}

public struct Help: Reducer, Sendable {
  public struct State: Equatable, Sendable {
    public var page: Int

    public init(page: Int = 1) {
      self.page = page
    }
  }

  public enum Action: Equatable, Sendable {
    case nextTapped
    case contactTapped
  }

  public static let pageCount = 3

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .nextTapped:
      state.page = min(state.page + 1, Self.pageCount)
      return .none

    case .contactTapped:
      return .none
    }
  }
}
