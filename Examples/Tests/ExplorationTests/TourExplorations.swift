import AgeGuess
import CharacterSearch
import FocusedExploration
import FocusedTestStore
import Foundation
import Home
import Profile
import SignIn
import Testing
import Tour

struct TourExplorations {
  private struct Setup {
    let store: TestStoreOf<Tour>
    let clock = TestClock()
    let account = AccountService()
    let characters: CharacterService
    let guesses = GuessService()
    let database: FakeDatabase
    let companion: Companion<TourModel>

    init(_ state: Tour.State, file: [SavedDate] = []) {
      let characters = CharacterService(clock: clock)
      let database = FakeDatabase(file)
      let companion = Companion(TourModel(state, database: database), clock: clock)
      self.characters = characters
      self.database = database
      self.companion = companion
      store = TestStore(.off, initialState: state) {
        companion.watch
        Tour()
      } withDependencies: { [clock, account, guesses] in
        $0.continuousClock = clock
        $0.account = account.client
        $0.characterClient = characters.client
        $0.ageGuessClient = guesses.client
        $0.dateDatabase = database.client
        $0.date.now = day(10)
        $0.uuid = .incrementing
      }
    }

    func check() {
      companion.check(store)
      let model = companion.model
      #expect(model.opening == nil)
      model.session.expectCalls(account, at: clock.time)
      model.home.expectCalls()
      model.guesses.expectCalls(guesses)
      #expect(characters.find.pendingCalls.count <= 1)
    }

    func mayAnswer() {
      account.signIn.mayAnswer(.success(()), .failure(Broken()))
      account.signOut.mayAnswer(.success(()))
      characters.find.mayAnswer(.success(()), .failure(Broken()))
      guesses.guess.mayAnswer(.success(()), .failure(Broken()))
      database.load.mayAnswer(.success(()), .failure(Broken()))
      database.save.mayAnswer(.success(()), .failure(Broken()))
    }

    /// Lets a few seconds pass and answers all calls, until none is pending, and asserts that all results
    /// have arrived.
    func settle() async {
      for _ in 1...3 {
        await clock.advance(by: .seconds(2))
        while !account.signIn.pendingCalls.isEmpty { await account.signIn.succeed() }
        while !account.signOut.pendingCalls.isEmpty { await account.signOut.succeed() }
        while !characters.find.pendingCalls.isEmpty { await characters.find.succeed() }
        while !guesses.guess.pendingCalls.isEmpty { await guesses.guess.succeed() }
        while !database.load.pendingCalls.isEmpty { await database.load.succeed() }
        while !database.save.pendingCalls.isEmpty { await database.save.succeed() }
      }
      check()
      let model = companion.model
      model.home.expectSettled()
      #expect(model.profile.isSettled)
      #expect(model.search.open == nil)
      #expect(model.session.question == nil && model.session.signOutTaps.isEmpty)
      #expect(model.guesses.guesses.allSatisfy { $0.isSettled })
    }

    /// The actions of some keys that a user can press.
    func keys(_ keys: [Key], in state: Tour.State) -> [Tour.Action] {
      keys.compactMap { state.action(for: $0) }
    }
  }

  @Test(.schedules(250)) func `each user starts with an empty app`() async throws {
    let setup = Setup(
      Tour.State(
        session: .signedOut(SignIn.State(name: "Zoe")),
        profile: Profile.State(name: "Old", surname: "Curie", age: 4, mood: 2)),
      file: [.early, .late])
    setup.mayAnswer()
    let store = setup.store
    await store.explore(upTo: 9) { state in
      setup.keys(
        [.character("1"), .character("2"), .character("o"), .character("d"), .enter, .escape],
        in: state)
    } always: { _ in
      setup.check()
    }
    await setup.settle()
  }

  @Test(.schedules(150), arguments: Tour.Screen.allCases)
  func `each screen behaves as its feature does alone`(_ screen: Tour.Screen) async {
    var state = Tour.State(session: .signedIn(SignedIn.State(user: User(name: "Ada"))))
    state.screen = screen
    state.profile.name = "Ada"
    state.home.dates = [.late, .early]
    state.ageGuesses.ages = ["b": 3, "a": 4]
    let setup = Setup(state, file: [.late, .early])
    setup.mayAnswer()
    let store = setup.store
    let keys: [Key] =
      switch screen {
      case .profile: ["+", "m", "a"].map(Key.character) + [.escape, .character("1")]
      case .home: ["a", "d", "-", "+", "2"].map(Key.character) + [.enter, .escape]
      case .characterSearch: ["r", "i", "3"].map(Key.character) + [.backspace, .escape]
      case .ageGuesses: ["g", "?", "4"].map(Key.character) + [.enter, .backspace, .escape]
      }
    await store.explore(upTo: 6) { state in
      setup.keys(keys, in: state)
    } always: { _ in
      setup.check()
    }
    await setup.settle()
  }

  @Test(.schedules(150)) func `signing out stops guesses and minutes`() async throws {
    let user = User(name: "Ada")
    let setup = Setup(Tour.State(session: .signedOut(SignIn.State(name: "Ada"))))
    setup.account.signOut.mayAnswer(.success(()))
    let store = setup.store
    await store.send(.session(.signedOut(.signInTapped)))
    await setup.account.signIn.succeed()
    #expect(
      store.state == Tour.State(session: .signedIn(.init(user: user)), profile: .init(name: "Ada")))
    await store.send(.opened(.ageGuesses))
    await store.send(.ageGuesses(.newGuessTapped))
    await store.send(.ageGuesses(.newGuessTapped))
    await store.explore(upTo: 5) { state in
      guard case .signedIn = state.session else { return [] }
      return state.ageGuesses.path.ids.map {
        .ageGuesses(.path(.element(id: $0, action: .guess(.guessTapped))))
      } + [
        .ageGuesses(.path(.element(id: 0, action: .guess(.guessLaterTapped)))),
        .session(.signedIn(.signOutTapped)),
      ]
    } always: { _ in
      setup.check()
    }
    while !setup.account.signOut.pendingCalls.isEmpty { await setup.account.signOut.succeed() }
    if case .signedIn = store.state.session {
      await store.send(.session(.signedIn(.signOutTapped)))
      while !setup.account.signOut.pendingCalls.isEmpty { await setup.account.signOut.succeed() }
    }
    #expect(store.state == Tour.State())
    #expect(setup.guesses.guess.pendingCalls.isEmpty)
    try await setup.clock.checkSuspension()
    await store.finish()
  }

  /// A state in which each feature has data.
  private static var filled: Tour.State {
    var state = Tour.State(session: .signedIn(SignedIn.State(user: User(name: "Ada"), minutes: 3)))
    state.screen = .home
    state.profile = Profile.State(name: "Ada", surname: "Lovelace", age: 20, mood: 4)
    state.home.dates = [.late, .early]
    state.characterSearch.query = "z"
    state.ageGuesses.ages = ["Zoe": 9]
    return state
  }

  @Test(.schedules(200)) func `no feature affects another`() async {
    let setup = Setup(Self.filled, file: [.late, .early])
    setup.mayAnswer()
    let store = setup.store
    await store.send(.ageGuesses(.newGuessTapped))
    await store.explore(upTo: 7) { _ in
      [
        .home(.removeTapped(SavedDate.late.id)), .characterSearch(.queryChanged("r")),
        .profile(.advanceAgeAndMoodAfterDelay), .opened(.home), .closed,
        .ageGuesses(.path(.element(id: 0, action: .guess(.guessTapped)))),
      ]
    } always: { _ in
      setup.check()
    }
    await setup.settle()
  }

  @Test(.schedules(60, overlappingSends: true)) func `all features can work at once`() async {
    let setup = Setup(Self.filled, file: [.late, .early])
    let store = setup.store
    await store.send(.home(.removeTapped(SavedDate.late.id)))
    await store.send(.characterSearch(.queryChanged("rr")))
    await store.send(.profile(.advanceAgeAndMoodAfterDelay))
    await store.send(.ageGuesses(.newGuessTapped))
    await store.send(.ageGuesses(.path(.element(id: 0, action: .guess(.guessTapped)))))
    await store.send(.home(.addTapped))
    await store.send(.closed)
    await setup.settle()
    let state = store.state
    #expect(state.screen == nil)
    #expect(state.profile == Profile.State(name: "Ada", surname: "Lovelace", age: 21, mood: 5))
    #expect(state.home == Home.State(dates: [.early], addDate: AddDate.State(date: day(10))))
    #expect(setup.database.file == [.early])
    #expect(
      state.characterSearch
        == CharacterSearch.State(query: "rr", characters: [FilmCharacter(id: 5, name: "rr")]))
    #expect(state.ageGuesses.ages == ["Zoe": 9, "": age(of: "")])
    #expect(Array(state.ageGuesses.path) == [.guess(AgeGuess.State(age: age(of: "")))])
    #expect(state.session == Self.filled.session)
  }

  @Test(.schedules(50)) func `signing out resets the app`() async {
    var state = Self.filled
    state.home.hasFailed = true
    state.home.addDate = AddDate.State(date: day(3))
    state.characterSearch.isSearching = true
    state.characterSearch.hasFailed = true
    state.characterSearch.characters = [FilmCharacter(id: 5, name: "rr")]
    let setup = Setup(state)
    await setup.store.send(.session(.signedIn(.signOutTapped)))
    state.session = .signedIn(
      SignedIn.State(user: User(name: "Ada"), minutes: 3, isSigningOut: true))
    #expect(setup.store.state == state)
    await setup.account.signOut.succeed()
    #expect(setup.store.state == Tour.State())
    await setup.store.send(.session(.signedOut(.nameChanged("Bea"))))
    await setup.store.send(.session(.signedOut(.signInTapped)))
    await setup.account.signIn.succeed()
    #expect(
      setup.store.state
        == Tour.State(
          session: .signedIn(SignedIn.State(user: User(name: "Bea"))),
          profile: Profile.State(name: "Bea")))
    await setup.clock.advance(by: .seconds(3 * 60 * 60))
    #expect(
      setup.store.state.session
        == .signedIn(SignedIn.State(user: User(name: "Bea"), minutes: 3 * 60)))
  }
}

extension SavedDate {
  /// Dates with IDs that new dates don't get.
  fileprivate static let early = SavedDate(id: UUID(101), date: day(1))
  fileprivate static let late = SavedDate(id: UUID(100), date: day(2))
}
