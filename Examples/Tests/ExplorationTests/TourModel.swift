import AgeGuess
import CharacterSearch
import FocusedTestStore
import Home
import Profile
import SignIn
import Testing
import Tour

/// The models of the five features, and the few behaviors that connect them.
struct TourModel: Model {
  private(set) var session: SessionModel
  private(set) var screen: Tour.Screen?
  private(set) var profile: ProfileModel
  private(set) var home: HomeModel
  private(set) var search: CharacterSearchModel
  private(set) var guesses: AgeGuessesModel
  /// The step that opened the dates. Their `appeared` must follow it.
  private(set) var opening: Int?

  init(_ state: Tour.State, database: FakeDatabase) {
    session = SessionModel(state.session)
    screen = state.screen
    profile = ProfileModel(state.profile)
    home = HomeModel(state.home, today: day(10), database: database)
    search = CharacterSearchModel(state.characterSearch)
    guesses = AgeGuessesModel(ages: state.ageGuesses.ages)
  }

  func expect(_ state: Tour.State, at sourceLocation: SourceLocation) {
    session.expect(state.session, at: sourceLocation)
    #expect(state.screen == screen, sourceLocation: sourceLocation)
    profile.expect(state.profile, at: sourceLocation)
    home.expect(state.home, at: sourceLocation)
    search.expect(state.characterSearch, at: sourceLocation)
    guesses.expect(state.ageGuesses, at: sourceLocation)
  }

  mutating func follow(_ action: Tour.Action, at moment: Moment) {
    #expect((action == .home(.appeared)) == (opening != nil))
    if let opening { #expect(moment.step == opening + 1 && moment.cause == opening) }
    opening = action == .opened(.home) ? moment.step : nil
    switch action {
    case .opened(let screen):
      #expect(moment.cause == nil)
      self.screen = screen
    case .closed:
      #expect(moment.cause == nil)
      screen = nil
    case .session(let action):
      session.follow(action, at: moment)
      if case .signedOut(.delegate(.signedIn(let user))) = action { profile.state.name = user.name }
      if case .signedIn(.delegate(.signedOut)) = action { leave() }
    case .profile(let action): profile.follow(action, at: moment)
    case .home(let action): home.follow(action, at: moment)
    case .characterSearch(let action): search.follow(action, at: moment)
    case .ageGuesses(let action): guesses.follow(action, at: moment)
    }
  }

  /// Resets all data of a user who signs out.
  private mutating func leave() {
    screen = nil
    profile.leave()
    home.leave()
    search.leave()
    guesses.leave()
  }
}
