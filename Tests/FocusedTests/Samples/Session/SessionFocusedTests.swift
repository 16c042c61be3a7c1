import FocusedTestStore
import XCTest

/// Who is signed in when, one behavior a test.
final class SessionFocusedTests: XCTestCase {
  func testALaunchShowsHomeToWhomIsSignedIn() async {
    let store = makeStore(.signedOut(SignIn.State()))
    store.dependencies.account.status = { .signedIn(.marie) }

    await store.send(.launched)
    XCTAssertEqual(store.state, .main(Home.State(user: .marie)))
  }

  func testALaunchAsksWhoIsThereWhenNobodyIsSignedIn() async {
    let store = makeStore(.signedOut(SignIn.State()))
    store.dependencies.account.status = { .signedOut }

    await store.send(.launched)
    XCTAssertEqual(store.state, .signedOut(SignIn.State()))
  }

  func testTheStatusIsCheckedOnEachLaunch() async {
    let store = makeStore(.signedOut(SignIn.State()))

    store.dependencies.account.status = { .signedIn(.marie) }
    await store.send(.launched)
    store.dependencies.account.status = { .signedOut }
    await store.send(.launched)
    await store.receive(.statusChecked(.signedOut))
  }

  func testSigningInLeadsHome() async {
    let store = makeStore(.signedOut(SignIn.State(name: "Marie")))
    store.dependencies.account.signIn = { User(name: $0) }

    await store.send(.signedOut(.signInTapped))
    await store.receive(.signedOut(.delegate(.signedIn(.marie)))) {
      $0 = .main(Home.State(user: .marie))
    }
  }

  func testSomebodyUnknownIsRejected() async {
    let store = makeStore(.signedOut(SignIn.State(name: "Marie")))
    store.dependencies.account.signIn = { _ in throw Unknown() }

    let signIn = store.scope(state: { .signedOut($0) }, action: { .signedOut($0) })

    await signIn.send(.signInTapped)
    await signIn.receive(.rejected) { $0.isRejected = true }
  }

  func testSomebodyUnknownIsNotSignedIn() async {
    let store = makeStore(.signedOut(SignIn.State(name: "Marie")))
    store.dependencies.account.signIn = { _ in throw Unknown() }

    let signIn = store.scope(state: { .signedOut($0) }, action: { .signedOut($0) })

    await signIn.send(.signInTapped)
    await signIn.assertNotReceived(case: { .delegate($0) })
  }

  func testSigningOutAsksWhoIsThere() async {
    let store = makeStore(.main(Home.State(user: .marie)))
    store.dependencies.account.signOut = {}

    await store.send(.main(.signOutTapped))
    await store.receive(.main(.delegate(.signedOut))) {
      $0 = .signedOut(SignIn.State())
    }
  }

  func testMinutesCountAtHome() async {
    let clock = TestClock()
    let store = makeStore(.main(Home.State(user: .marie)))
    store.dependencies.continuousClock = clock

    let home = store.scope(state: { .main($0) }, action: { .main($0) })

    await home.send(.appeared)
    await clock.advance(by: .seconds(3 * 60))
    XCTAssertEqual(home.state?.minutes, 3)
  }

  func testSigningOutStopsTheCounting() async {
    let store = makeStore(.main(Home.State(user: .marie)))
    store.dependencies.continuousClock = TestClock()
    store.dependencies.account.signOut = {}

    let home = store.scope(state: { .main($0) }, action: { .main($0) })

    await home.send(.appeared)
    await home.send(.signOutTapped)
    await store.finish()
  }
}

private struct Unknown: Error {}

private func makeStore(_ state: Session.State) -> TestStoreOf<Session> {
  TestStore(.off, initialState: state) {
    Session()
  }
}

extension User {
  static let marie = User(name: "Marie")
}
