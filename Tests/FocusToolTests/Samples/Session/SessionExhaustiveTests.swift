import FocusedTestStore
import Testing
@testable import TestFixtures

/// The exhaustive test that the focused tests replace. It asserts every field, action, and effect.
struct SessionExhaustiveTests {
  @Test func signingInAndOut() async {
    let clock = TestClock()
    let store = TestStore(initialState: Session.State.signedOut(SignIn.State())) {
      Session()
    } withDependencies: {
      $0.account.status = { .signedIn(.marie) }
      $0.account.signIn = { User(name: $0) }
      $0.account.signOut = {}
      $0.continuousClock = clock
    }

    await store.send(.launched)
    await store.receive(.statusChecked(.signedIn(.marie))) {
      $0 = .main(Home.State(user: .marie))
    }

    await store.send(.main(.appeared))
    await clock.advance(by: .seconds(60))
    await store.receive(.main(.minutePassed)) {
      $0 = .main(Home.State(user: .marie, minutes: 1))
    }

    await store.send(.main(.signOutTapped))
    await store.receive(.main(.delegate(.signedOut))) {
      $0 = .signedOut(SignIn.State())
    }

    await store.send(.signedOut(.nameChanged("Pierre"))) {
      $0 = .signedOut(SignIn.State(name: "Pierre"))
    }
    store.dependencies.account.signIn = { _ in throw Unknown() }
    await store.send(.signedOut(.signInTapped))
    await store.receive(.signedOut(.rejected)) {
      $0 = .signedOut(SignIn.State(name: "Pierre", isRejected: true))
    }

    store.dependencies.account.signIn = { User(name: $0) }
    await store.send(.signedOut(.signInTapped)) {
      $0 = .signedOut(SignIn.State(name: "Pierre"))
    }
    await store.receive(.signedOut(.delegate(.signedIn(User(name: "Pierre"))))) {
      $0 = .main(Home.State(user: User(name: "Pierre")))
    }

    await store.send(.main(.appeared))
    await store.skipInFlightEffects()
  }
}

private struct Unknown: Error {}
