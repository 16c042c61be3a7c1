import FocusedTestStore
import Testing

/// The nearest misses in the message of a `receive` that found nothing.
struct ReceiveMessageTests {
  /// Why the last action is not received after the test has sent the others.
  @Test(
    arguments: [
      ("an effect that sends nothing has finished", [.dismiss], .loaded(1)),
      ("the effect was cancelled", [.watchAnything, .stopWatching(id: 1)], .loaded(1)),
      ("the last send dropped it", [.load, .touch], .loaded(1)),
      ("the test sent it itself", [.touch], .touch),
      ("a task runs beside a clock", [.tickBesideTask], .setMood(1)),
      ("an effect waits outside", [.waitOutside], .loaded(1)),
      ("an effect of an earlier send may send it", [.tick, .load], .failed("offline")),
    ] as [(String, [JournalFixture.Action], JournalFixture.Action)])
  func theCauseIsNamed(
    _ cause: String, sent: [JournalFixture.Action], expected: JournalFixture.Action
  ) async {
    let store = JournalFixture.store()
    for action in sent { await store.send(action) }
    await expectIssue(text: cause) {
      await store.receive(expected, timeout: .milliseconds(10))
    }
  }

  @Test func anEffectThatTheTestCancelledIsNamed() async {
    let store = JournalFixture.store()
    let task = await store.send(.tick)
    await task.cancel()
    await expectIssue {
      await store.receive(.setMood(1))
    }
  }

  @Test func theSameCaseWithAnotherPayloadIsTheNearestMiss() async {
    let store = JournalFixture.store()
    await store.send(.loadTwice)
    await store.receive(.loaded(2))
    await expectIssue {
      await store.receive(.loaded(3))
    }
  }

  @Test func anActionThatIsAssertedTwiceAlreadyIsSaidToBe() async {
    let store = JournalFixture.store()
    await store.send(.loadTwice)
    await store.receive(case: { .loaded($0) }, line: 201)
    await store.receive(case: { .loaded($0) }, line: 202)
    await expectIssue {
      await store.receive(case: { .loaded($0) })
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
    }
  }

  @Test func anActionThatFinishHasReportedIsSaidToComeBeforeIt() async {
    let store = JournalFixture.store(.on)
    await store.send(.load)
    _ = await withCapturedIssues { await store.finish(line: 201) }
    await expectIssue {
      await store.receive(.loaded(1))
    }
  }

  @Test func anActionThatIsSkippedIsSaidToBe() async {
    let store = JournalFixture.store(.on)
    await store.send(.loadTwice)
    await store.skipReceivedActions(line: 201)
    await expectIssue {
      await store.receive(.loaded(2))
    }
  }

  @Test func anActionThatTheWayBackToOnDroppedIsSaidToBe() async {
    let store = JournalFixture.store(.off)
    await store.send(.load)
    store.exhaustivity = .on
    await expectIssue {
      await store.receive(.loaded(1))
    }
  }
}
