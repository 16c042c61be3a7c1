import FocusedTestStore
import SignIn
import XCTest

/// The behaviors of the session, one per test.
final class SessionTests: XCTestCase {
  func testSigningInStartsASession() async {
    let store = makeStore(.signedOut(SignIn.State(name: "Marie")))

    await store.send(.signedOut(.signInTapped))
    XCTAssertEqual(store.state, .signedIn(SignedIn.State(user: .marie)))
  }

  func testAnUnknownNameIsRejected() async {
    let store = makeStore(.signedOut(SignIn.State(name: "Marie")))
    store.dependencies.account.signIn = { _ in throw Unknown() }

    let signIn = store.scope(state: { .signedOut($0) }, action: { .signedOut($0) })
    await signIn.send(.signInTapped)
    await signIn.receive(.rejected) {
      $0.isRejected = true
    }
  }

  func testAnUnknownNameIsNotSignedIn() async {
    let store = makeStore(.signedOut(SignIn.State(name: "Marie")))
    store.dependencies.account.signIn = { _ in throw Unknown() }

    await store.send(.signedOut(.signInTapped))
    await store.assertNotReceived(case: { .signedOut(.delegate($0)) })
  }

  func testASecondTapSignsInOnce() async {
    let signIn = Stub<String, User>("AccountClient.signIn")
    let store = makeStore(.signedOut(SignIn.State(name: "Marie")))
    store.dependencies.account.signIn = signIn.call

    await store.send(.signedOut(.signInTapped))
    await store.send(.signedOut(.signInTapped))
    XCTAssertEqual(signIn.calls, ["Marie"])
  }

  func testSigningOutEndsTheSession() async {
    let store = makeStore(.signedIn(SignedIn.State(user: .marie)))

    await store.send(.signedIn(.signOutTapped))
    await store.receive(.signedIn(.delegate(.signedOut))) {
      $0 = .signedOut(SignIn.State())
    }
  }

  func testMinutesAreCountedFromTheSignIn() async {
    let clock = TestClock()
    let store = makeStore(.signedOut(SignIn.State(name: "Marie")), clock)

    await store.send(.signedOut(.signInTapped))
    await clock.advance(by: .seconds(3 * 60))
    let signedIn = store.scope(state: { .signedIn($0) }, action: { .signedIn($0) })
    XCTAssertEqual(signedIn.state?.minutes, 3)
  }

  func testSigningOutStopsTheCounting() async {
    let store = makeStore(.signedIn(SignedIn.State(user: .marie)))

    await store.send(.signedIn(.appeared))
    await store.send(.signedIn(.signOutTapped))
    await store.finish()
  }

  private func makeStore(
    _ state: Session.State, _ clock: TestClock<Duration> = TestClock()
  ) -> TestStoreOf<Session> {
    TestStore(.off, initialState: state) {
      Session()
    } withDependencies: {
      $0.account.signIn = { User(name: $0) }
      $0.account.signOut = {}
      $0.continuousClock = clock
    }
  }
}

private struct Unknown: Error {}

extension User {
  static let marie = User(name: "Marie")
}
