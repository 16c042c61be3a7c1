import AgeGuess
import CharacterSearch
import Core
import Home
import Profile
import SignIn

/// The five features as one app: a session, and a menu of four screens after signing in.
public struct Tour: Reducer, Sendable {
  public enum Screen: Equatable, Sendable, CaseIterable {
    case profile, home, characterSearch, ageGuesses
  }

  public struct State: Equatable, Sendable {
    public var session: Session.State
    /// The open screen, or `nil` for the menu.
    public var screen: Screen?
    public var profile: Profile.State
    public var home: Home.State
    public var characterSearch: CharacterSearch.State
    public var ageGuesses: AgeGuesses.State

    public init(
      session: Session.State = .signedOut(SignIn.State()), screen: Screen? = nil,
      profile: Profile.State = Profile.State(), home: Home.State = Home.State(),
      characterSearch: CharacterSearch.State = CharacterSearch.State(),
      ageGuesses: AgeGuesses.State = AgeGuesses.State()
    ) {
      self.session = session
      self.screen = screen
      self.profile = profile
      self.home = home
      self.characterSearch = characterSearch
      self.ageGuesses = ageGuesses
    }
  }

  public enum Action: Equatable, Sendable {
    case session(Session.Action)
    case opened(Screen)
    case closed
    case profile(Profile.Action)
    case home(Home.Action)
    case characterSearch(CharacterSearch.Action)
    case ageGuesses(AgeGuesses.Action)
  }

  public init() {}

  private enum CancelID { case screens }

  public var body: some ReducerOf<Self> {
    Scope(state: \.session, action: { .session($0) }) { Session() }
    // The screens belong to the signed-in user. Removing them also cancels their effects.
    Reduce { state, action in
      Screens().reduce(into: &state, action: action).cancellable(id: CancelID.screens)
    }
    Reduce { state, action in
      switch action {
      case .opened(let screen):
        state.screen = screen
        return screen == .home ? .send(.home(.appeared)) : .none

      case .closed:
        state.screen = nil
        return .none

      case .session(.signedOut(.delegate(.signedIn(let user)))):
        state.profile.name = user.name
        return .none

      case .session(.signedIn(.delegate(.signedOut))):
        state = State(session: state.session)
        return .cancel(id: CancelID.screens)

      case .session, .profile, .home, .characterSearch, .ageGuesses:
        return .none
      }
    }
  }

  private struct Screens: Reducer {
    var body: some Reducer<State, Action> {
      Scope(state: \.profile, action: { .profile($0) }) { Profile() }
      Scope(state: \.home, action: { .home($0) }) { Home() }
      Scope(state: \.characterSearch, action: { .characterSearch($0) }) { CharacterSearch() }
      Scope(state: \.ageGuesses, action: { .ageGuesses($0) }) { AgeGuesses() }
    }
  }
}
