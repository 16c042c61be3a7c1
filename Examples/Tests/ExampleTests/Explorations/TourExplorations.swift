import AgeGuess
import CharacterSearch
import FocusedTestStore
import Foundation
import Home
import SignIn
import Testing
import Tour

/// What holds of the app whatever keys are pressed, and whatever its services answer.
struct TourExplorations {
  @Test(.schedules(300)) func `nothing is left of who has signed out`() async {
    let services = Services()
    let store = makeStore(services)

    await store.explore(upTo: 9, keys("Mo1+g4", .enter, .escape)) { state in
      if case .signedOut = state.session {
        #expect(state == Tour.State(session: state.session))
      }
    }
  }

  @Test(.schedules(300)) func `nothing is left on any screen of who has signed out`() async {
    let services = Services()
    let store = makeStore(services, signedIn)

    await store.explore(upTo: 6, keys("o3", .escape)) { state in
      // Later, a search that was under way may still be answered.
      if store.history.last?.action == .session(.signedIn(.delegate(.signedOut))) {
        #expect(state == Tour.State(session: state.session))
      }
    }
  }

  @Test(.schedules(300)) func `a minute is a minute on any screen`() async {
    let services = Services()
    services.signIn.mayAnswer(.success(()))
    let clock = TestClock()
    let store = makeStore(services)
    store.dependencies.continuousClock = clock

    await store.explore(upTo: 6, keys("1o", .enter, .escape))
    guard case .signedIn(let before) = store.state.session else { return }
    await clock.advance(by: .seconds(60))
    guard case .signedIn(let after) = store.state.session else { return }
    #expect(after.minutes == before.minutes + 1)
  }

  @Test(.schedules(300)) func `the profile is of who is signed in`() async {
    let services = Services()
    let store = makeStore(services)

    await store.explore(upTo: 8, keys("MEo1+m", .enter, .escape)) { state in
      guard case .signedIn(let signedIn) = state.session else { return }
      #expect(state.profile.name == signedIn.user.name)
      #expect(signedIn.user.name == services.signIn.calls.last)
      var (age, mood) = (33, 0)
      for step in store.history {
        switch step.action {
        case .session(.signedOut(.delegate)): (age, mood) = (33, 0)
        case .profile(.changeAge): age += 1
        case .profile(.changeMood): mood += 1
        default: break
        }
      }
      #expect(state.profile.age == age)
      #expect(state.profile.mood == mood)
    }
  }

  @Test(.schedules(300)) func `the dates are loaded each time that they are opened`() async {
    let services = Services()
    let store = makeStore(services, signedIn)

    await store.explore(upTo: 7, keys("24ad", .enter, .escape)) { state in
      let opened = store.history.count { $0.action == .opened(.home) }
      #expect(services.load.calls.count == opened)
    }
  }

  @Test(.schedules(300)) func `escape leads back, one screen at a time`() async {
    let services = Services()
    let store = makeStore(services, signedIn)

    await store.explore(upTo: 6, keys("1234ag?", .enter, .escape)) { state in
      #expect((state.screen == nil) == (state.action(for: .escape) == nil))
      #expect(!state.text.isEmpty)
    }
    var depth = store.state.depth
    while depth > 0, let action = store.state.action(for: .escape) {
      await store.send(action)
      #expect(store.state.depth == depth - 1)
      depth -= 1
    }
    #expect(store.state.screen == nil)
  }

  @Test(.schedules(300)) func `a number opens its screen`() async {
    let services = Services()
    let store = makeStore(services, signedIn)

    await store.explore(upTo: 4, keys("1234", .escape))
    if store.state.screen == nil {
      for (key, screen) in zip("1234", Tour.Screen.allCases) {
        let action = store.state.action(for: .character(key))
        #expect(action == .opened(screen))
      }
    }
  }

  @Test(.schedules(300)) func `what is typed is searched`() async {
    let services = Services()
    let store = makeStore(services, signedIn)
    await store.send(.opened(.characterSearch))

    await store.explore(upTo: 7, keys("ab", .backspace, .enter)) { state in
      #expect(state.text.contains("Find: \(state.characterSearch.query)▏"))
      #expect(services.find.heldCalls.allSatisfy { $0 == state.characterSearch.query })
    }
    let before = store.state.characterSearch.query
    if let action = store.state.action(for: .character("c")) { await store.send(action) }
    #expect(store.state.characterSearch.query == before + "c")
    if let action = store.state.action(for: .backspace) { await store.send(action) }
    #expect(store.state.characterSearch.query == before)
  }

  @Test(.schedules(300)) func `delete takes the last date, and only that`() async {
    let services = Services()
    services.load.mayAnswer(.success([]))
    var state = signedIn
    state.screen = .home
    let store = makeStore(services, state)

    await store.explore(upTo: 8, keys("ad+-", .enter, .escape))
    guard store.state.screen == .home, store.state.home.addDate == nil else { return }
    let before = store.state.home.dates
    guard let action = store.state.action(for: .character("d")) else {
      #expect(before.isEmpty)
      return
    }
    await store.send(action)
    #expect(Array(store.state.home.dates) == Array(before.dropLast()))
  }
}

extension Tour.State {
  /// How many screens lie over the menu.
  fileprivate var depth: Int {
    switch screen {
    case nil: 0
    case .home: home.addDate == nil ? 1 : 2
    case .ageGuesses: 1 + ageGuesses.path.count
    case .profile, .characterSearch: 1
    }
  }
}

/// What keys do in a state.
private func keys(
  _ characters: String, _ others: Key...
) -> @Sendable (Tour.State) -> [Tour.Action] {
  { state in
    (characters.map(Key.character) + others).compactMap(state.action(for:))
  }
}

private var signedIn: Tour.State {
  Tour.State(session: .signedIn(SignedIn.State(user: User(name: "Marie"))))
}

private struct Offline: Error {}

/// Services that answer when the script says so.
private struct Services {
  let signIn = Stub<String, Void>("AccountClient.signIn")
  let load = Stub<Void, [SavedDate]>("DateDatabase.load")
  let find = Stub<String, [FilmCharacter]>("CharacterClient.find")
  let guess = Stub<String, Int>("AgeGuessClient.guess")

  init() {
    signIn.mayAnswer(.success(()), .failure(Offline()))
    load.mayAnswer(.success([]), .failure(Offline()))
    find.mayAnswer(.success([]), .failure(Offline()))
    guess.mayAnswer(.success(66), .failure(Offline()))
  }
}

private func makeStore(
  _ services: Services, _ state: Tour.State = Tour.State()
) -> TestStoreOf<Tour> {
  TestStore(.off, initialState: state) {
    Tour()
  } withDependencies: {
    $0.account.signIn = { name in
      try await services.signIn.call(name)
      return User(name: name)
    }
    $0.account.signOut = {}
    $0.dateDatabase.load = services.load.call
    $0.dateDatabase.save = { _ in }
    $0.characterClient.find = services.find.call
    $0.ageGuessClient.guess = services.guess.call
    $0.continuousClock = TestClock()
    $0.date.now = .today
    $0.uuid = .incrementing
  }
}
