import FocusedTestStore
import Testing

/// The messages about calls of `send` that a test must not make.
struct SendMessageTests {
  @Test func unassertedActionsAreListedBeforeASendInOn() async {
    let journal = JournalFixture.store(.on)
    await journal.send(.loadTwice)
    await expectIssue {
      await journal.send(.touch)
    } says: {
      """
      Expected every received action to be asserted before .touch is sent, but 2 were not:

        .loaded(1)
        .loaded(2)

      Assert them with `receive` before this line, or call `await journal.skipReceivedActions()`.
      """
    }
  }

  @Test func aSendAfterTheDismissalIsSaidToBeIgnored() async {
    let store = JournalFixture.store()
    await store.send(.dismiss)
    await expectIssue {
      await store.send(.setMood(1))
    } says: {
      """
      Expected .setMood(1) to be sent to a feature that is still there, but it has dismissed itself.
      The action was ignored. Send it before the dismissal, or check the action that dismisses the feature.
      """
    }
    claimEqual(store.state.mood, 0)
  }

  @Test func whatAnEffectSendsAfterItsDismissalIsNotDroppedWithoutAWord() async {
    let store = JournalFixture.store()
    let issues = await withCapturedIssues {
      await store.send(.dismissAndSend, line: 201)
    }
    claimEqual(issues.map(\.line), [111])
    expectText(
      issues,
      """
      Expected .loaded(1) to be sent before the feature is dismissed, but this effect had dismissed it.
      A dismissal cancels the effects of its feature, so the action was dropped.

      Send it before `await dismiss()`.

      This happened in the effect of .dismissAndSend, sent at SendMessageTests.swift:201.
      """)
    claimEqual(store.state.mood, 0)
    claim(store.isDismissed)
  }
}
