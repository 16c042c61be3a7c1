import FocusedTestStore
import Testing

/// The messages of a `receive` whose order counts: in `.on`, and of several actions in order. `ArticleTests` pins the one
/// about an action that comes later.
struct ReceiveOrderMessageTests {
  @Test func inOnToo_theStoppedEffectsAreNamedAsTheCause() async {
    let store = JournalFixture.store(.on)
    store.jobLimit = 3
    _ = await withCapturedIssues { await store.send(.loop) }
    await expectIssue {
      await store.receive(.loaded(1))
    } says: {
      """
      Expected to receive .loaded(1), but .pong was received next.

      Received since the last send:
        .pong
        .loop
        .pong

      .loaded(1) was not received at all. Stopped effects send nothing more. First fix the issue about the effects that did \
      not become idle.
      """
    }
    await store.skipReceivedActions(strict: false)
  }

  @Test func aPayloadTooLongToBeNamedIsSaidToBeAnotherOne() async {
    enum Action: Equatable { case ask, answered(String) }
    let (first, second) = (String(repeating: "a", count: 60), String(repeating: "b", count: 60))
    let store = TestStore(initialState: 0) {
      Reduce { _, action in
        action == .ask ? .send(Action.answered("\(first) \(second)")) : .none
      }
    }
    await store.send(.ask)
    await expectIssue {
      await store.receive(.answered("\(second) \(first)"))
    } says: {
      """
      Expected to receive .answered(…), but another one was received next.

        .answered(
      −   "\(second) \(first)"
      +   "\(first) \(second)"
        )
      (− expected, + actual)

      Received since the last send:
        .answered(…)

      Expect the received action, or fix the effect that sends it.
      """
    }
  }

  @Test func anActionThatMayComeYetInOnIsSaidTo() async {
    let store = JournalFixture.store(.on)
    let task = await store.send(.tick)
    store.exhaustivity = .on(checking: .receivedActions)
    await store.send(.load)
    await expectIssue {
      await store.receive(.failed("offline"))
    } says: {
      """
      Expected to receive .failed("offline"), but .loaded(1) was received next.

      Received since the last send:
        .loaded(1)

      In flight:
        the effect at JournalFixture.swift:103, started by .tick, waiting for TestClock, until 1.0 seconds; now 0.0 seconds

      .failed("offline") has not been received yet. Assert .loaded(1) first, and advance the clock before this line.
      """
    }
    await task.cancel()
  }

  @Test func severalActionsInOrderAreReportedAtTheFirstThatIsMissing() async {
    let store = JournalFixture.store()
    await store.send(.loadTwice)
    await expectIssue {
      await store.receive(inOrder: .loaded(2), .loaded(1))
    } says: {
      """
      Expected to receive .loaded(1), but the effects finished first.

      It was received, but before the action that it is expected to follow.

      Received since the last send:
        .loaded(1)
        .loaded(2) (asserted)

      Change the order, or expect each action with a separate `receive`.
      """
    }
  }
}
