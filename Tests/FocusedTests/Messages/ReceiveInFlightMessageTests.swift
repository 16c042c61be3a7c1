import FocusedTestStore
import Testing

/// The effects in flight in the message of a `receive` that times out.
struct ReceiveInFlightMessageTests {
  @Test func aTaskThatAnEffectLeftOnAClockIsNamedWithTheEffectsName() async {
    let clock = TestClock()
    let store = JournalFixture.store(clock: clock)
    await store.send(.leaveTick)
    await expectIssue {
      await store.receive(.setMood(1), timeout: .seconds(3600))
    } says: {
      """
      Expected to receive .setMood(1), but every effect that the store can see waits for the test.

      Received since the last send: nothing.

      In flight:
        the effect “ticker” at JournalFixture.swift:111, started by .leaveTick, waiting for TestClock, until 1.0 seconds; now 0.0 seconds

      Advance the clock before this line.
      """
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.setMood(1))
  }

  @Test func aTaskThatRunsBesideAClockIsNamed() async {
    let store = JournalFixture.store()
    await store.send(.tickBesideTask)
    await expectIssue {
      await store.receive(.setMood(1), timeout: .milliseconds(10))
    } says: {
      """
      Expected to receive .setMood(1), but it was not received within 0.01 seconds.

      Received since the last send: nothing.

      In flight:
        the effect at JournalFixture.swift:114, started by .tickBesideTask, waiting for TestClock, until 1.0 seconds; now 0.0 seconds, and for a task that it started

      Advance the clock before this line. If the effect that waits for external work should send it: \
      trigger the event that it waits for before this line, override the dependency that keeps it waiting, or \
      pass a longer `timeout`.
      """
    }
  }

  @Test func anEffectThatWaitsOutsideMakesReceiveTimeOut() async {
    let store = JournalFixture.store()
    await store.send(.waitOutside)
    await expectIssue {
      await store.receive(.loaded(1), timeout: .milliseconds(10))
    } says: {
      """
      Expected to receive .loaded(1), but it was not received within 0.01 seconds.

      Received since the last send: nothing.

      In flight:
        the effect at JournalFixture.swift:104, started by .waitOutside, waiting for something outside the store

      Trigger the event that it waits for before this line, override the dependency that keeps it waiting, or pass a longer `timeout`.
      """
    }
  }

  @Test func aCancelledTestIsNotSaidToHaveWaitedItsTimeout() async {
    await cancelled {
      let store = JournalFixture.store()
      await store.send(.waitOutside)
      await expectIssue {
        await store.receive(.loaded(1), timeout: .seconds(3600))
      } says: {
        """
        Expected to receive .loaded(1), but it was not received before the test's task was cancelled.

        Received since the last send: nothing.

        In flight:
          the effect at JournalFixture.swift:104, started by .waitOutside, waiting for something outside the store

        Find the code that cancels it, such as a time limit.
        """
      }
    }
  }

  @Test(arguments: [true, false])
  func anEffectThatACancelledTestWaitedForIsNotSaidToHaveHadItsTimeout(ofStore: Bool) async {
    await cancelled {
      let store = JournalFixture.store()
      let task = await store.send(.waitOutside)
      let issues = await withCapturedIssues {
        if ofStore {
          await store.finish(timeout: .seconds(3600))
        } else {
          await task.finish(timeout: .seconds(3600))
        }
      }
      #expect(issues.count == 1)
      for issue in issues {
        #expect(issue.message.contains("to finish before the test's task was cancelled, but"))
      }
    }
  }

  /// Runs a test in a separate task that has been cancelled.
  private func cancelled(_ test: @escaping @Sendable () async -> Void) async {
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await test()
    }.value
  }

  @Test func anEffectOfAnEarlierSendIsTheSecondGuess() async {
    let store = JournalFixture.store()
    await store.send(.tick)
    await store.send(.load)
    await expectIssue {
      await store.receive(.failed("offline"))
    } says: {
      """
      Expected to receive .failed("offline"), but every effect that the store can see waits for the test.

      Received since the last send:
        .loaded(1)

      In flight:
        the effect at JournalFixture.swift:103, started by .tick, waiting for TestClock, until 1.0 seconds; now 0.0 seconds

      The effects of .load have ended. If one that was in flight before should send it: advance the clock before this line.
      """
    }
  }

  @Test func anEffectThatWaitsForAStubIsSaidToWhateverTheStubIsCalled() async {
    let stub = Stub<Int, Int>("TestClock.offset")
    let store = Probe.store(onTap: { send in await send(.got(try await stub.call(1))) }, line: 201)
    await store.send(.tap)
    let issues = await withCapturedIssues {
      await store.receive(.got(1))
    }
    claimEqual(issues.map { $0.message.hasSuffix("Answer the stub before this line.") }, [true])
  }
}
