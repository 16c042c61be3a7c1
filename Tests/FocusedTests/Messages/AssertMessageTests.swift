import FocusedTestStore
import Testing

/// The message of a failed `assert` beyond the difference.
struct AssertMessageTests {
  @Test func whatIsOutsideIsSaidToBeWaitedForByReceive() async {
    let store = JournalFixture.store()
    await store.send(.waitOutside)
    await expectIssue {
      store.assert { $0.mood = 1 }
    }
  }

  @Test func inOnTheActionThatMovesTheStateOnIsNamed() async {
    let store = JournalFixture.store(.on)
    await store.send(.load)
    await expectIssue {
      store.assert { $0.mood = 1 }
    }
    await store.receive(.loaded(1)) { $0.mood = 1 }
    store.assert { $0.mood = 1 }
  }
}
