import FocusedTestStore
import Testing

/// The nearest misses in the message of a `receive` that found nothing.
struct ReceiveMessageTests {
  @Test func anEffectThatSendsNothingIsSaidToHaveFinished() async {
    let store = JournalFixture.store()
    await store.send(.dismiss)
    await expectIssue {
      await store.receive(.loaded(1))
    } says: {
      """
      Expected to receive .loaded(1), but the effects finished first.

      Received since the last send: nothing.

      Ended since the last send:
        the effect at JournalFixture.swift:116, started by .dismiss, cancelled by the dismissal

      If the cancelled effect should send it: check the action that cancels it.
      """
    }
  }

  @Test func aCancelledEffectIsNamedWithTheActionAndTheIDThatCancelledIt() async {
    let store = JournalFixture.store()
    await store.send(.watchAnything)
    await store.send(.stopWatching(id: 1))
    await expectIssue {
      await store.receive(.loaded(1))
    } says: {
      """
      Expected to receive .loaded(1), but the effects finished first.

      Received since the last send: nothing.

      Ended since the last send:
        the effect at JournalFixture.swift:113, started by .watchAnything, cancelled by .stopWatching(id: 1) with the id 1

      If the cancelled effect should send it: check the cancellation in .stopWatching(id: 1).
      """
    }
  }

  @Test func anEffectThatTheTestCancelledIsNamed() async {
    let store = JournalFixture.store()
    let task = await store.send(.tick)
    await task.cancel()
    await expectIssue {
      await store.receive(.setMood(1))
    } says: {
      """
      Expected to receive .setMood(1), but the effects finished first.

      Received since the last send: nothing.

      Ended since the last send:
        the effect at JournalFixture.swift:103, started by .tick, cancelled by the test

      Check this effect, or look for another one that should send it.
      """
    }
  }

  @Test func aCancellationOfAnEarlierSendIsNotNamed() async {
    let store = JournalFixture.store()
    await store.send(.watchAnything)
    await store.send(.stopWatching(id: 1))
    await store.send(.touch)
    await expectIssue {
      await store.receive(.loaded(1))
    } says: {
      """
      Expected to receive .loaded(1), but .touch started no effect.

      Received since the last send: nothing.

      Check the effect that the reducer returns for .touch.
      """
    }
  }

  @Test func theSameCaseWithAnotherPayloadIsTheNearestMiss() async {
    let store = JournalFixture.store()
    await store.send(.loadTwice)
    await store.receive(.loaded(2))
    await expectIssue {
      await store.receive(.loaded(3))
    } says: {
      """
      Expected to receive .loaded(3), but the effects finished first.

      The nearest is .loaded(1), sent by the effect at JournalFixture.swift:102:

      − .loaded(3)
      + .loaded(1)
      (− expected, + actual)

      Received since the last send:
        .loaded(1)
        .loaded(2) (asserted)

      Expect the received action, or fix the effect that sends it.
      """
    }
  }

  @Test func anActionThatTheLastSendDroppedIsSaidToBe() async {
    let store = JournalFixture.store()
    await store.send(.load)
    await store.send(.touch)
    await expectIssue {
      await store.receive(.loaded(1))
    } says: {
      """
      Expected to receive .loaded(1), but .touch started no effect.

      It was received before the last send, which dropped it.

      Received since the last send: nothing.

      Move this expectation before the last send.
      """
    }
  }

  @Test func anActionOfTheTestItselfIsSaidToBe() async {
    let store = JournalFixture.store()
    await store.send(.touch)
    await expectIssue {
      await store.receive(.touch)
    } says: {
      """
      Expected to receive .touch, but .touch started no effect.

      The test sent it itself. `receive` expects an action that an effect sends.

      Received since the last send: nothing.

      Check the effect that the reducer returns for .touch.
      """
    }
  }

  @Test func anActionThatIsAssertedTwiceAlreadyIsSaidToBe() async {
    let store = JournalFixture.store()
    await store.send(.loadTwice)
    await store.receive(case: { .loaded($0) }, line: 201)
    await store.receive(case: { .loaded($0) }, line: 202)
    await expectIssue {
      await store.receive(case: { .loaded($0) })
    } says: {
      """
      Expected to receive .loaded, but the effects finished first.

      It was received twice since the last send, and each is asserted already, the last one, at \
      ReceiveMessageTests.swift:202.

      Received since the last send:
        .loaded(1) (asserted)
        .loaded(2) (asserted)

      Each expectation needs its own action: look for the effect that should send it again.
      """
    }
  }

  @Test func anotherPayloadIsTheCauseAlsoWhileAnEffectWaits() async {
    let clock = TestClock()
    let store = TestStore(.off, initialState: 0) {
      Reduce<Int, Int> { state, action in
        guard action == 0 else { return .none }
        return .merge(
          .send(2), .run(operation: { _ in try await clock.sleep(for: .seconds(3)) }, line: 109))
      }
    }
    await store.send(0)
    await expectIssue {
      await store.receive(1)
    } says: {
      """
      Expected to receive 1, but every effect that the store can see waits for the test.

      The nearest is 2, sent by the `.send` that 0 returned:

      − 1
      + 2
      (− expected, + actual)

      Received since the last send:
        2

      In flight:
        the effect at ReceiveMessageTests.swift:109, started by 0, waiting for TestClock, until 3.0 seconds; \
      now 0.0 seconds

      Expect the received action, or fix the effect that sends it. If an effect in flight should send another one: \
      advance the clock before this line.
      """
    }
  }

  @Test func manyActionsAreListedByTheFirstAndTheLast() async {
    let store = TestStore(.off, initialState: 0) {
      Reduce<Int, Int> { state, action in
        guard action == 0 else { return .none }
        return .run(operation: { send in for count in 1...50 { await send(count) } }, line: 109)
      }
    }
    await store.send(0)
    await expectIssue {
      await store.receive(51)
    } says: {
      """
      Expected to receive 51, but the effects finished first.

      The nearest is 1, sent by the effect at ReceiveMessageTests.swift:109:

      − 51
      + 1
      (− expected, + actual)

      Received since the last send:
        1
        2
        3
        4
        … 40 more, 40 of them not asserted …
        45
        46
        47
        48
        49
        50

      Expect the received action, or fix the effect that sends it.
      """
    }
  }

  @Test func theEffectsThatTheStoreStoppedAreNotSaidToHaveFinished() async {
    let store = JournalFixture.store()
    store.jobLimit = 1_000
    _ = await withCapturedIssues { await store.send(.spin) }
    await expectIssue {
      await store.receive(.loaded(1))
    } says: {
      """
      Expected to receive .loaded(1), but the store stopped the effects, which did not become idle.

      Received since the last send: nothing.

      Stopped effects send nothing more. First fix the issue about the effects that did not become idle.
      """
    }
    await store.send(.load)
    await store.receive(.loaded(1))
  }

  @Test func anActionThatFinishHasReportedIsSaidToComeBeforeIt() async {
    let store = JournalFixture.store(.on)
    await store.send(.load)
    _ = await withCapturedIssues { await store.finish(line: 201) }
    await expectIssue {
      await store.receive(.loaded(1))
    } says: {
      """
      Expected to receive .loaded(1), but the effects finished first.

      It was received before `finish` at ReceiveMessageTests.swift:201, after which it can no longer be asserted.

      Received since `finish`: nothing.

      Move this expectation before `finish`.
      """
    }
  }

  @Test func anActionThatIsSkippedIsSaidToBe() async {
    let store = JournalFixture.store(.on)
    await store.send(.loadTwice)
    await store.skipReceivedActions(line: 201)
    await expectIssue {
      await store.receive(.loaded(2))
    } says: {
      """
      Expected to receive .loaded(2), but the effects finished first.

      It was received before `skipReceivedActions` at ReceiveMessageTests.swift:201, which dropped it.

      Received since `skipReceivedActions`: nothing.

      Move this expectation before `skipReceivedActions`.
      """
    }
  }

  @Test func anActionThatTheWayBackToOnDroppedIsSaidToBe() async {
    let store = JournalFixture.store(.off)
    await store.send(.load)
    store.exhaustivity = .on
    await expectIssue {
      await store.receive(.loaded(1))
    } says: {
      """
      Expected to receive .loaded(1), but the effects finished first.

      It was received before `exhaustivity` went back to `.on`, which dropped it.

      Received since `exhaustivity` went back to `.on`: nothing.

      Move this expectation before `exhaustivity` went back to `.on`.
      """
    }
  }
}
