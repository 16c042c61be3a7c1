import FocusedTestStore
import Testing

/// The messages about states that are not as expected, except those that the article about failures shows and pins.
struct StateMessageTests {
  @Test func aFieldThatDidNotChangeIsSaidNotTo() async {
    let store = JournalFixture.store()
    await expectIssue {
      await store.send(.setAge(40)) {
        $0.mood = 1
        $0.address.city = "Paris"
      }
    }
  }

  @Test func anActionThatChangedNothingInOnIsSaidTo() async {
    let store = JournalFixture.store(.on)
    await expectIssue {
      await store.send(.touch) {
        $0.mood = 1
      }
    }
  }

  @Test func aClosureThatChangesNothingIsToBeRemoved() async {
    let store = JournalFixture.store(.on)
    await expectIssue {
      await store.send(.touch) { _ in }
    }
  }

  @Test func aClosureThatThrowsShowsItsError() async {
    let store = JournalFixture.store()
    await expectIssue {
      await store.send(.touch) { _ in throw JournalFixture.Offline() }
    }
  }

  @Test func valuesThatPrintAlikeAreSaidToDifferInOff() async {
    let store = JournalFixture.store()
    await expectIssue {
      await store.send(.renewToken) {
        $0.token.version = 3
      }
    }
  }

  @Test func aClosureThatHoldsLaterIsToBeMovedInOnToo() async {
    let store = JournalFixture.store(.on)
    await expectIssue {
      await store.send(.load) {
        $0.mood = 1
      }
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
    }
  }

  @Test func aWholeStateThatDidNotChangeIsNoField() async {
    enum Light: Equatable { case red, green }
    let store = TestStore(.off, initialState: Light.red) { EmptyReducer<Light, Int>() }
    await expectIssue {
      await store.send(1) { $0 = .green }
    }
  }

  @Test func aWholeOptionalStateIsNoFieldEither() async {
    let store = TestStore(.off, initialState: Optional(1)) { EmptyReducer<Int?, Int>() }
    await expectIssue {
      await store.send(3) { $0 = 2 }
    }
  }
}
