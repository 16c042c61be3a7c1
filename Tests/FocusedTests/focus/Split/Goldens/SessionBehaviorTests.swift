import FocusedTestStore
import Testing

@Suite struct SessionBehaviorTests {
  private let clock = TestClock()

  @Test func launchingSendsStatusChecked() async {
    let store = makeStore()

    await store.send(.launched)
    await store.receive(.statusChecked(.signedIn(.marie)))
  }

  @Test func checkingStatusSetsMain() async {
    let store = makeStore()

    await store.send(.launched)
    store.assert { $0 = .main(Home.State(user: .marie)) }
  }

  @Test func appearingSendsMinutePassed() async {
    let store = makeStore(.main(Home.State(user: User(name: "Marie"), minutes: 0)))

    await store.send(.main(.appeared))
    await clock.advance(by: .seconds(60))
    await store.receive(.main(.minutePassed))
  }

  @Test func minutePassingSetsMinutes() async {
    let store = makeStore(.main(Home.State(user: User(name: "Marie"), minutes: 0)))

    await store.send(.main(.appeared))
    await clock.advance(by: .seconds(60))
    store.assert { $0.main?.minutes = 1 }
  }

  @Test func signingOutSendsTheDelegateAction() async {
    let store = makeStore(.main(Home.State(user: User(name: "Marie"), minutes: 1)))

    await store.send(.main(.signOutTapped))
    await store.receive(.main(.delegate(.signedOut)))
  }

  @Test func signingOutSetsSignedOut() async {
    let store = makeStore(.main(Home.State(user: User(name: "Marie"), minutes: 1)))

    await store.send(.main(.signOutTapped))
    store.assert { $0 = .signedOut(SignIn.State()) }
  }

  @Test func changingNameSetsName() async {
    let store = makeStore()

    await store.send(.signedOut(.nameChanged("Pierre"))) {
      $0.signedOut?.name = "Pierre"
    }
  }

  @Test func signingInSendsRejected() async {
    let store = makeStore()

    store.dependencies.account.signIn = { _ in throw Unknown() }
    await store.send(.signedOut(.signInTapped))
    await store.receive(.signedOut(.rejected))
  }

  @Test func rejectingSetsIsRejected() async {
    let store = makeStore()

    store.dependencies.account.signIn = { _ in throw Unknown() }
    await store.send(.signedOut(.signInTapped))
    store.assert { $0.signedOut?.isRejected = true }
  }

  @Test func signingInResetsIsRejected() async {
    let store = makeStore(.signedOut(SignIn.State(name: "Pierre", isRejected: true)))

    await store.send(.signedOut(.signInTapped)) {
      $0.signedOut?.isRejected = false
    }
  }

  @Test func signingInSendsTheDelegateAction() async {
    let store = makeStore(.signedOut(SignIn.State(name: "Pierre", isRejected: true)))

    await store.send(.signedOut(.signInTapped))
    await store.receive(.signedOut(.delegate(.signedIn(User(name: "Pierre")))))
  }

  @Test func signingInSetsMain() async {
    let store = makeStore(.signedOut(SignIn.State(name: "Pierre", isRejected: true)))

    await store.send(.signedOut(.signInTapped))
    store.assert { $0 = .main(Home.State(user: User(name: "Pierre"))) }
  }

  @Test func signingOutCancelsItsEffect() async {
    let store = makeStore(.main(Home.State(user: User(name: "Marie"), minutes: 0)))

    await store.send(.main(.appeared))
    await store.send(.main(.signOutTapped))
    await store.finish()
  }

  private func makeStore(
    _ state: Session.State = Session.State.signedOut(SignIn.State())
  ) -> TestStoreOf<Session> {
    TestStore(.off, initialState: state) {
      Session()
    } withDependencies: {
      $0.account.status = { .signedIn(.marie) }
      $0.account.signIn = { User(name: $0) }
      $0.account.signOut = {}
      $0.continuousClock = clock
    }
  }
}

private struct Unknown: Error {}

extension Session.State {
  fileprivate var main: Home.State? {
    get { if case .main(let value) = self { value } else { nil } }
    set { if let newValue { self = .main(newValue) } }
  }

  fileprivate var signedOut: SignIn.State? {
    get { if case .signedOut(let value) = self { value } else { nil } }
    set { if let newValue { self = .signedOut(newValue) } }
  }
}
