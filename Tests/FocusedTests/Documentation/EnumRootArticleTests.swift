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
    let store = makeStore(.main(Home.State(user: .marie)), clock: clock)
    await store.send(.main(.appeared))
    await clock.advance(by: .seconds(60))
    store.assert {
      CasePath { .main($0) }.modify(&$0) { $0.minutes = 1 }
    }
    let main = CasePath<Session.State, Home.State> { .main($0) }
    #expect(main.extract(from: store.state)?.minutes == 1)
  }

  @Test func `A field that is not as expected fails`() async {
    let store = makeStore(.main(Home.State(user: .marie)))
    let line = #line + 2
    let issues = withCapturedIssues {
      store.assert {
        CasePath { .main($0) }.modify(&$0) { $0.minutes = 1 }
      }
    }
    #expect(issues.map(\.line) == [line])
    #expect(
      issues.map(\.message) == [
        """
        The state is not as expected.

        − main.minutes: 1
        + main.minutes: 0
        (− expected, + actual)
        """
      ])
  }

  @Test func `A field of another case fails`() async {
    let store = makeStore(.signedOut(SignIn.State()))
    let line = #line + 3
    let issues = withCapturedIssues {
      store.assert {
        CasePath { .main($0) }.modify(&$0) { $0.minutes = 1 }
      }
    }
    #expect(issues.map(\.line) == [line])
    #expect(
      issues.map(\.message) == [
        """
        Expected the value to be in the case that holds Home.State, but it is .signedOut.
        Nothing was changed.

        To change the value only in that case, check it by `is` first.
        """
      ])
  }

  private func makeStore(
    _ state: Session.State, clock: TestClock<Duration> = TestClock()
  ) -> TestStoreOf<Session> {
    TestStore(.off, initialState: state) {
      Session()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }
}
