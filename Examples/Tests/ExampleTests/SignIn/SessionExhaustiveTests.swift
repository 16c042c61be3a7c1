import FocusedTestStore
import SignIn
import Testing

/// The exhaustive test that the focused tests replace. It asserts every field, action, and effect.
struct SessionExhaustiveTests {
  @Test func signingInAndOut() async {
    struct Unknown: Error {}
    let clock = TestClock()
    let store = TestStore(initialState: Session.State.signedOut(SignIn.State())) {
      Session()
    } withDependencies: {
      $0.account.signIn = { _ in throw Unknown() }
      $0.account.signOut = {}
      $0.continuousClock = clock
    }

    let signIn = store.scope(state: { .signedOut($0) }, action: { .signedOut($0) })
    await signIn.send(.nameChanged("Marie")) {
      $0.name = "Marie"
    }
    await signIn.send(.signInTapped) {
      $0.isSigningIn = true
    }
    await signIn.receive(.rejected) {
      $0.isSigningIn = false
      $0.isRejected = true
    }

    store.dependencies.account.signIn = { User(name: $0) }
    await signIn.send(.signInTapped) {
      $0.isSigningIn = true
      $0.isRejected = false
    }
    await store.receive(.signedOut(.delegate(.signedIn(.marie)))) {
      $0 = .signedIn(SignedIn.State(user: .marie))
    }

    let signedIn = store.scope(state: { .signedIn($0) }, action: { .signedIn($0) })
    await signedIn.receive(.appeared)
    await clock.advance(by: .seconds(60))
    await signedIn.receive(.minutePassed) {
      $0.minutes = 1
    }

    await signedIn.send(.signOutTapped) {
      $0.isSigningOut = true
    }
    await store.receive(.signedIn(.delegate(.signedOut))) {
      $0 = .signedOut(SignIn.State())
    }
  }
}
