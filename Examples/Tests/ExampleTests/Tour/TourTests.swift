import AgeGuess
import CharacterSearch
import FocusedTestStore
import Home
import Profile
import SignIn
import Testing
import Tour

/// The behaviors of the five features as one app.
struct TourTests {
  @Test func `a new tour is empty`() {
    let tour = Tour.State()
    #expect(
      tour.session == .signedOut(SignIn.State(name: "", isSigningIn: false, isRejected: false)))
    #expect(tour.screen == nil)
    #expect(tour.profile == Profile.State(name: "", surname: "", age: 33, mood: 0))
    #expect(tour.home == Home.State(dates: [], hasFailed: false, addDate: nil))
    #expect(
      tour.characterSearch
        == CharacterSearch.State(query: "", isSearching: false, hasFailed: false, characters: []))
    #expect(tour.ageGuesses.ages.isEmpty && tour.ageGuesses.path.isEmpty)
    #expect(AgeGuess.State() == AgeGuess.State(name: "", age: nil, isGuessing: false, failure: nil))
    #expect(SignedIn.State(user: User(name: "")).minutes == 0)
  }

  @Test func `the profile has the name of the signed-in user`() async {
    let store = makeStore(Tour.State(session: .signedOut(SignIn.State(name: "Marie"))))

    await store.send(.session(.signedOut(.signInTapped)))
    #expect(store.state.profile.name == "Marie")
  }

  @Test func `signing out forgets everything`() async {
    var state = Tour.State(session: .signedIn(SignedIn.State(user: .marie)))
    state.profile.name = "Marie"
    state.ageGuesses.ages = ["Marie": 66]
    let store = makeStore(state)

    await store.send(.session(.signedIn(.signOutTapped)))
    #expect(store.state == Tour.State())
  }

  @Test func `the dates are loaded when they are opened`() async {
    let store = makeStore(Tour.State(session: .signedIn(SignedIn.State(user: .marie))))
    store.dependencies.dateDatabase.load = { [.first] }

    await store.send(.opened(.home))
    await store.receive(.home(.loaded([.first])))
  }
}

private func makeStore(_ state: Tour.State) -> TestStoreOf<Tour> {
  TestStore(.off, initialState: state) {
    Tour()
  } withDependencies: {
    $0.account.signIn = { User(name: $0) }
    $0.account.signOut = {}
    $0.continuousClock = TestClock()
  }
}
