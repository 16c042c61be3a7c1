import FocusedTestStore
import Testing
@testable import TestFixtures

/// The samples of the article about navigation that have an enum at the root, as the article shows them.
struct EnumRootArticleTests {
  @Test func signingOutEndsTheSession() async {
    let store = TestStore(.off, initialState: Session.State.main(Home.State(user: .marie))) {
      Session()
    } withDependencies: {
      $0.account.signOut = {}
    }

    await store.send(.main(.signOutTapped))
    store.assert { $0 = .signedOut(SignIn.State()) }
  }

  @Test func `A field of a case`() async {
    let clock = TestClock()
    let store = TestStore(.off, initialState: Session.State.main(Home.State(user: .marie))) {
      Session()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.main(.appeared))
    await clock.advance(by: .seconds(60))
    store.assert {
      CasePath { .main($0) }.modify(&$0) { $0.minutes = 1 }
    }
    let main = CasePath<Session.State, Home.State> { .main($0) }
    #expect(main.extract(from: store.state)?.minutes == 1)
  }
}
