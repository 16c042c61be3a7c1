import FocusedTestStore
import Testing

/// The message of `assertNotReceived` about a received action.
struct AssertNotReceivedMessageTests {
  @Test func anUnwantedCaseIsNamedWithWhatWasReceived() async {
    let store = JournalFixture.store()
    await store.send(.load)
    await expectIssue {
      await store.assertNotReceived(case: { .loaded($0) })
    } says: {
      """
      Expected not to receive .loaded, but .loaded(1) was received.

      It was sent by the effect at JournalFixture.swift:101.

      Received since the last send:
        .loaded(1)
      """
    }
  }
}
