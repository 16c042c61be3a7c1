import FocusedTestStore
import Testing

/// The messages about calls of `send` that a test must not make.
struct SendMessageTests {
  @Test func unassertedActionsAreListedBeforeASendInOn() async {
    let journal = JournalFixture.store(.on)
    await journal.send(.loadTwice)
    await expectIssue {
      await journal.send(.touch)
    }
  }

  @Test func aSendAfterTheDismissalIsSaidToBeIgnored() async {
    let store = JournalFixture.store()
    await store.send(.dismiss)
    await expectIssue {
      await store.send(.setMood(1))
    }
    claimEqual(store.state.mood, 0)
  }

  @Test func whatAnEffectSendsAfterItsDismissalIsNotDroppedWithoutAWord() async {
    let store = JournalFixture.store()
    let issues = await withCapturedIssues {
      await store.send(.dismissAndSend, line: 201)
    }
    claimEqual(issues.map(\.line), [117])
    expectText(issues)
    claimEqual(store.state.mood, 0)
    claim(store.isDismissed)
  }
}
