import FocusedTestStore
import Testing

/// The message of a failed `assert` beyond the difference.
struct AssertMessageTests {
  @Test func whatIsOutsideIsSaidToBeWaitedForByReceive() async {
    let store = JournalFixture.store()
    await store.send(.waitOutside)
    await expectIssue {
      store.assert { $0.mood = 1 }
    } says: {
      """
      The state is not as expected.

      − mood: 1
      + mood: 0
      (− expected, + actual)

      Received since the last send: nothing.

      In flight:
        the effect at JournalFixture.swift:104, started by .waitOutside, waiting for something outside the store

      `assert` does not wait for external work. Call `receive`, `finish`, or `settle` before this line.
      """
    }
  }

  @Test func inOnTheActionThatMovesTheStateOnIsNamed() async {
    let store = JournalFixture.store(.on)
    await store.send(.load)
    await expectIssue {
      store.assert { $0.mood = 1 }
    } says: {
      """
      The state is not as expected.

        JournalFixture.State(
          … (3 unchanged),
      −   mood: 1,
      +   mood: 0,
          … (3 unchanged)
        )
      (− expected, + actual)

      Received since the last send:
        .loaded(1)

      In `.on`, the state advances as received actions are asserted: receive .loaded(1) before this line.
      """
    }
    await store.receive(.loaded(1)) { $0.mood = 1 }
    store.assert { $0.mood = 1 }
  }
}
