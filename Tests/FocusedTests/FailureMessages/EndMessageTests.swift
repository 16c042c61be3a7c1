import FocusedTestStore
import Testing

@Suite struct EndMessageTests {
  @Test func unassertedActionsAtFinishAreShownAsCode() async {
    let store = JournalFixture.store(.on)
    await store.send(.loadTwice)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.finish()
    }
    expectIssue(
      issues, line: line,
      """
      Expected every received action to be asserted, but 2 were not:

        .loaded(1)
        .loaded(2)

      Assert them:
        await store.receive(.loaded(1)) {
          $0.mood = 1
        }
        await store.receive(.loaded(2)) {
          $0.mood = 2
        }

      Or skip what does not matter: `await store.skipReceivedActions()`.
      """)
  }

  @Test func theCodeForUnassertedActionsPasses() async {
    let store = JournalFixture.store(.on)
    await store.send(.loadTwice)
    await store.receive(.loaded(1)) {
      $0.mood = 1
    }
    await store.receive(.loaded(2)) {
      $0.mood = 2
    }
    await store.finish()
  }

  @Test func unassertedActionsAtTheEndAreReportedWhereTheStoreWasMade() async {
    var line = 0
    let issues = await withCapturedIssues {
      line = #line + 1
      let store = TestStore(.on, initialState: JournalFixture.State()) { JournalFixture() }
      await store.send(.load)
    }
    expectIssue(
      issues, line: line,
      """
      Expected every received action to be asserted, but one was not:

        .loaded(1)

      Assert it:
        await store.receive(.loaded(1)) {
          $0.mood = 1
        }

      Or skip what does not matter: `await store.skipReceivedActions()`.
      """)
  }

  @Test func anEffectInFlightAtTheEndIsReportedAtItsSend() async {
    var line = 0
    let issues = await withCapturedIssues {
      let store = JournalFixture.store(.on)
      line = #line + 1
      await store.send(.tick)
    }
    expectIssue(
      issues, line: line,
      """
      Expected this effect to finish by the end of the test, but it is still in flight.

      In flight:
        the effect at JournalFixture.swift:103, started by .tick, waiting for TestClock, until 1.0 seconds; now 0.0 seconds

      To end it, advance the clock, or cancel it: `await task.cancel()` with what `send` returned, or `await store.skipInFlightEffects()`.
      """)
  }

  @Test func anEffectThatDoesNotFinishInTimeInOnIsReportedAtItsSend() async {
    let store = JournalFixture.store(.on)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.send(.waitOutside)
      await store.finish(timeout: .milliseconds(10))
    }
    expectIssue(
      issues, line: line,
      """
      Expected this effect to finish within 0.01 seconds, but it is still in flight.

      In flight:
        the effect at JournalFixture.swift:104, started by .waitOutside, waiting for something outside of the store

      To end it, end what they wait for, or cancel it: `await task.cancel()` with what `send` returned, or `await store.skipInFlightEffects()`.
      """)
  }

  @Test func effectsThatOnlyTheClockCanEndFailFinishAtOnce() async {
    let store = JournalFixture.store()
    await store.send(.tick)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.finish()
    }
    expectIssue(
      issues, line: line,
      """
      Expected all effects to finish, but one is still in flight.

      In flight:
        the effect at JournalFixture.swift:103, started by .tick, waiting for TestClock, until 1.0 seconds; now 0.0 seconds

      Advance the clock before this line, or remove it: a test in `.off` may end with effects in flight.
      """)
  }

  @Test func effectsThatWaitOutsideMakeFinishTimeOut() async {
    let store = JournalFixture.store()
    await store.send(.tick)
    await store.send(.waitOutside)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.finish(timeout: .milliseconds(10))
    }
    expectIssue(
      issues, line: line,
      """
      Expected all effects to finish within 0.01 seconds, but 2 are still in flight.

      In flight:
        the effect at JournalFixture.swift:103, started by .tick, waiting for TestClock, until 1.0 seconds; now 0.0 seconds
        the effect at JournalFixture.swift:104, started by .waitOutside, waiting for something outside of the store

      Advance the clock before this line, or remove it: a test in `.off` may end with effects in flight.
      """)
  }

  @Test func theEffectsOfOneSendThatDoNotFinishAreNamed() async {
    let store = JournalFixture.store()
    let task = await store.send(.tick)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await task.finish()
    }
    expectIssue(
      issues, line: line,
      """
      Expected all effects to finish, but one is still in flight.

      In flight:
        the effect at JournalFixture.swift:103, waiting for TestClock, until 1.0 seconds; now 0.0 seconds

      Advance the clock before this line, or remove it: a test in `.off` may end with effects in flight.
      """)
  }

  @Test func thereMustBeReceivedActionsToSkip() async {
    let store = JournalFixture.store()
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.skipReceivedActions()
    }
    expectIssue(
      issues, line: line,
      """
      Expected received actions to skip, but there are none.
      Remove this line, or pass `strict: false`.
      """)
  }

  @Test func thereMustBeEffectsToSkip() async {
    let store = JournalFixture.store()
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.skipInFlightEffects()
    }
    expectIssue(
      issues, line: line,
      """
      Expected effects in flight to skip, but there are none.
      Remove this line, or pass `strict: false`.
      """)
  }

  @Test func actionsThatFollowEachOtherWithoutEndAreToldOnce() async {
    let store = JournalFixture.store()
    store.jobLimit = 1_000
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.send(.loop)
    }
    expectIssue(
      issues, line: line,
      """
      Expected the effects to come to rest, but they did not within 1,000 jobs, and were stopped.

      Reduced last:
        .pong
        .loop
        … again and again

      Break the loop, or raise `store.jobLimit` if the feature really does that much at once.
      """)
  }

  @Test func anEffectThatNeverRestsIsNamed() async {
    let store = JournalFixture.store()
    store.jobLimit = 1_000
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.send(.spin)
    }
    expectIssue(
      issues, line: line,
      """
      Expected the effects to come to rest, but they did not within 1,000 jobs, and were stopped.

      Still running:
        the effect at JournalFixture.swift:105

      Reduced last:
        .spin

      Break the loop, or raise `store.jobLimit` if the feature really does that much at once.
      """)
  }

  @Test func anErrorThatNothingCatchesNamesTheSend() async {
    let store = JournalFixture.store()
    let issues = await withCapturedIssues {
      await store.send(.fail, line: 201)
    }
    #expect(issues.map(\.line) == [106])
    #expect(issues.map(\.fileID) == ["FocusedTests/JournalFixture.swift"])
    expectText(
      issues,
      """
      Expected the effect to handle its errors, but it threw one that nothing catches: Offline()
      Handle it with `.run { … } catch: { error, send in … }`, or catch it inside of the effect.

      This happened in the effect of .fail, sent at EndMessageTests.swift:201.
      """)
  }
}
