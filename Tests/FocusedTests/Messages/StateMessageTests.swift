import FocusedTestStore
import Testing

/// The messages about states that are not as expected. `ArticleTests` pins those that the article about failures shows.
struct StateMessageTests {
  @Test func aFieldThatDidNotChangeIsSaidNotTo() async {
    let store = JournalFixture.store()
    await expectIssue {
      await store.send(.setAge(40)) {
        $0.mood = 1
        $0.address.city = "Paris"
      }
    } says: {
      """
      The state is not as expected after sending .setAge(40).

      − mood: 1
      + mood: 0
      − address.city: "Paris"
      + address.city: "Rome"
      (− expected, + actual)

      These fields were not changed at all. The step changed age.
      """
    }
  }

  @Test func anActionThatChangedNothingInOnIsSaidTo() async {
    let store = JournalFixture.store(.on)
    await expectIssue {
      await store.send(.touch) {
        $0.mood = 1
      }
    } says: {
      """
      The state is not as expected after sending .touch.

        JournalFixture.State(
          … (3 unchanged),
      −   mood: 1,
      +   mood: 0,
          … (3 unchanged)
        )
      (− expected, + actual)

      The action changed nothing.
      """
    }
  }

  @Test func aClosureThatChangesNothingIsToBeRemoved() async {
    let store = JournalFixture.store(.on)
    await expectIssue {
      await store.send(.touch) { _ in }
    } says: {
      """
      Expected a change of the state after sending .touch, but the closure changes nothing, and nothing changed.
      The closure sets values that were already set. Assert a field that should have changed, or remove the closure.
      """
    }
  }

  @Test func aClosureThatThrowsShowsItsError() async {
    let store = JournalFixture.store()
    await expectIssue {
      await store.send(.touch) { _ in throw JournalFixture.Offline() }
    } says: {
      """
      The assert closure after sending .touch threw an error, so the state was not compared:

        Offline()
      """
    }
  }

  @Test func valuesThatPrintAlikeAreSaidToDifferInOff() async {
    let store = JournalFixture.store()
    await expectIssue {
      await store.send(.renewToken) {
        $0.token.version = 3
      }
    } says: {
      """
      The state is not as expected after sending .renewToken.

      − token: "token"
      + token: "token"
        // these are not equal (!=), although they print alike
      (− expected, + actual)
      """
    }
  }

  @Test func aClosureThatHoldsLaterIsToBeMovedInOnToo() async {
    let store = JournalFixture.store(.on)
    await expectIssue {
      await store.send(.load) {
        $0.mood = 1
      }
    } says: {
      """
      The state is not as expected after sending .load.

        JournalFixture.State(
          … (3 unchanged),
      −   mood: 1,
      +   mood: 0,
          … (3 unchanged)
        )
      (− expected, + actual)

      The state is as expected after .loaded(1) is received: move the closure to `receive`, or to `assert`.
      """
    }
    await store.receive(.loaded(1)) { $0.mood = 1 }
  }

  @Test func aStateThatIsNoLongerKeptIsSaidToBeGone() async {
    let store = TestStore(.off, initialState: 0) {
      Reduce<Int, Int> { state, action in
        state = action
        guard action == 0 else { return .none }
        return .run { send in for count in 1...600 { await send(count) } }
      }
    }
    await store.send(0)
    await expectIssue {
      await store.receive(500) { $0 = 500 }
    } says: {
      """
      Expected to check the state after 500, but it is no longer kept: more than 256 actions were received after it.
      Assert `store.state`, or receive one of the latest 256 actions.
      """
    }
  }

  @Test func aWholeStateThatDidNotChangeIsNoField() async {
    enum Light: Equatable { case red, green }
    let store = TestStore(.off, initialState: Light.red) { EmptyReducer<Light, Int>() }
    await expectIssue {
      await store.send(1) { $0 = .green }
    } says: {
      """
      The state is not as expected after sending 1.

      − .green
      + .red
      (− expected, + actual)

      The state was not changed at all.
      """
    }
  }

  @Test func aWholeOptionalStateIsNoFieldEither() async {
    let store = TestStore(.off, initialState: Optional(1)) { EmptyReducer<Int?, Int>() }
    await expectIssue {
      await store.send(3) { $0 = 2 }
    } says: {
      """
      The state is not as expected after sending 3.

      − 2
      + 1
      (− expected, + actual)

      The state was not changed at all.
      """
    }
  }
}
