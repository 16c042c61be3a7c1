import FocusedTestStore
import Testing
@testable import TestFixtures

struct SessionBehaviorTests {
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
    let store = makeStore(.main(Home.State(user: User(name: "Marie"))))
    let main = store.scope(state: { .main($0) }, action: { .main($0) })

    await main.send(.appeared)
    await clock.advance(by: .seconds(60))
    await main.receive(.minutePassed)
  }

  @Test func minutePassingSetsMinutes() async {
    let store = makeStore(.main(Home.State(user: User(name: "Marie"))))
    let main = store.scope(state: { .main($0) }, action: { .main($0) })

    await main.send(.appeared)
    await clock.advance(by: .seconds(60))
    main.assert { $0.minutes = 1 }
  }

  @Test func signingOutSendsTheDelegateAction() async {
    let store = makeStore(.main(Home.State(user: User(name: "Marie"), minutes: 1)))
    let main = store.scope(state: { .main($0) }, action: { .main($0) })

    await main.send(.signOutTapped)
    await main.receive(.delegate(.signedOut))
  }

  @Test func signingOutSetsSignedOut() async {
    let store = makeStore(.main(Home.State(user: User(name: "Marie"), minutes: 1)))

    await store.send(.main(.signOutTapped))
    store.assert { $0 = .signedOut(SignIn.State()) }
  }

  @Test func changingNameSetsName() async {
    let store = makeStore()
    let signedOut = store.scope(state: { .signedOut($0) }, action: { .signedOut($0) })

    await signedOut.send(.nameChanged("Pierre")) {
      $0.name = "Pierre"
    }
  }

  @Test func signingInSendsRejected() async {
    let store = makeStore()
    let signedOut = store.scope(state: { .signedOut($0) }, action: { .signedOut($0) })

    store.dependencies.account.signIn = { _ in throw Unknown() }
    await signedOut.send(.signInTapped)
    await signedOut.receive(.rejected)
  }

  @Test func rejectingSetsIsRejected() async {
    let store = makeStore()
    let signedOut = store.scope(state: { .signedOut($0) }, action: { .signedOut($0) })

    store.dependencies.account.signIn = { _ in throw Unknown() }
    await signedOut.send(.signInTapped)
    signedOut.assert { $0.isRejected = true }
  }

  @Test func signingInResetsIsRejected() async {
    let store = makeStore(.signedOut(SignIn.State(name: "Pierre", isRejected: true)))
    let signedOut = store.scope(state: { .signedOut($0) }, action: { .signedOut($0) })

    await signedOut.send(.signInTapped) {
      $0.isRejected = false
    }
  }

  @Test func signingInSendsTheDelegateAction() async {
    let store = makeStore(.signedOut(SignIn.State(name: "Pierre", isRejected: true)))
    let signedOut = store.scope(state: { .signedOut($0) }, action: { .signedOut($0) })

    await signedOut.send(.signInTapped)
    await signedOut.receive(.delegate(.signedIn(User(name: "Pierre"))))
  }

  @Test func signingInSetsMain() async {
    let store = makeStore(.signedOut(SignIn.State(name: "Pierre", isRejected: true)))

    await store.send(.signedOut(.signInTapped))
    store.assert { $0 = .main(Home.State(user: User(name: "Pierre"))) }
  }

  @Test func signingOutCancelsItsEffect() async {
    let store = makeStore(.main(Home.State(user: User(name: "Marie"))))
    let main = store.scope(state: { .main($0) }, action: { .main($0) })

    await main.send(.appeared)
    await main.send(.signOutTapped)
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
