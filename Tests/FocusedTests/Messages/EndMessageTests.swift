import FocusedTestStore
import Testing

/// The messages at the end of a test. `ArticleTests` pins the one about an effect that goes on.
struct EndMessageTests {
  @Test func unassertedActionsAtFinishAreShownAsCode() async {
    let store = JournalFixture.store(.on)
    await store.send(.loadTwice)
    await expectIssue {
      await store.finish()
    } says: {
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

      Or skip all received actions: `await store.skipReceivedActions()`.
      """
    }
  }

  @Test func unassertedActionsAtTheEndAreReportedAtTheLastSend() async {
    var line = 0
    let issues = await withCapturedIssues {
      let store = TestStore(.on, initialState: JournalFixture.State()) { JournalFixture() }
      await store.send(.touch)
      line = #line + 1
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

      Or skip all received actions: `await store.skipReceivedActions()`.
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

      If it should end by itself: advance the clock.
      If the feature should cancel it: it has no id. Is `.cancellable(id:)` on the effect, and `.cancel(id:)` in the reducer?
      If it may outlive the test: `await task.cancel()` with the task that `send` returned, or `await \
      store.skipInFlightEffects()`.
      """)
  }

  @Test func effectsOfOneRunThatOneLineStartedAreOneIssue() async {
    var line = 0
    let issues = await withCapturedIssues {
      let store = JournalFixture.store(.on)
      for _ in 1...20 {
        line = #line + 1
        await store.send(.tick)
      }
    }
    expectIssue(
      issues, line: line,
      """
      Expected these 20 effects to finish by the end of the test, but they are still in flight.

      In flight:
        the effect at JournalFixture.swift:103, started by .tick, waiting for TestClock, until 1.0 seconds; now 0.0 seconds
        the effect at JournalFixture.swift:103, started by .tick, waiting for TestClock, until 1.0 seconds; now 0.0 seconds
        the effect at JournalFixture.swift:103, started by .tick, waiting for TestClock, until 1.0 seconds; now 0.0 seconds
        the effect at JournalFixture.swift:103, started by .tick, waiting for TestClock, until 1.0 seconds; now 0.0 seconds
        the effect at JournalFixture.swift:103, started by .tick, waiting for TestClock, until 1.0 seconds; now 0.0 seconds
        the effect at JournalFixture.swift:103, started by .tick, waiting for TestClock, until 1.0 seconds; now 0.0 seconds
        the effect at JournalFixture.swift:103, started by .tick, waiting for TestClock, until 1.0 seconds; now 0.0 seconds
        the effect at JournalFixture.swift:103, started by .tick, waiting for TestClock, until 1.0 seconds; now 0.0 seconds
        … and 12 more

      If they should end by themselves: advance the clock.
      If the feature should cancel them: they have no id. Is `.cancellable(id:)` on the effect, and `.cancel(id:)` in the reducer?
      If they may outlive the test: `await task.cancel()` with the task that `send` returned, or `await \
      store.skipInFlightEffects()`.
      """)
  }

  @Test func effectsOfTwoRunsOrTwoLinesAreTwoIssues() async {
    var lines: [Int] = []
    let issues = await withCapturedIssues {
      let store = JournalFixture.store(.on)
      for action in [JournalFixture.Action.tick, .watch] {
        lines.append(#line + 1)
        await store.send(action)
      }
      await store.send(.watch)
      lines.append(#line - 1)
    }
    claimIssues(issues, at: lines, naming: "Expected this effect to finish by the end of the test")
  }

  @Test func anEffectThatDoesNotFinishInTimeInOnIsReportedAtItsSend() async {
    let store = JournalFixture.store(.on)
    await expectIssue {
      await store.send(.waitOutside)
      await store.finish(timeout: .milliseconds(10))
    } says: {
      """
      Expected this effect to finish within 0.01 seconds, but it is still in flight.

      In flight:
        the effect at JournalFixture.swift:104, started by .waitOutside, waiting for something outside the store

      If it should end by itself: override the dependency that it waits for.
      If the feature should cancel it: it has no id. Is `.cancellable(id:)` on the effect, and `.cancel(id:)` in the reducer?
      If it may outlive the test: `await task.cancel()` with the task that `send` returned, or `await \
      store.skipInFlightEffects()`.
      """
    }
  }

  @Test func effectsThatWaitOutsideMakeFinishTimeOut() async {
    let store = JournalFixture.store()
    await store.send(.tick)
    await store.send(.waitOutside)
    await expectIssue {
      await store.finish(timeout: .milliseconds(10))
    } says: {
      """
      Expected all effects to finish within 0.01 seconds, but 2 are still in flight.

      In flight:
        the effect at JournalFixture.swift:103, started by .tick, waiting for TestClock, until 1.0 seconds; now 0.0 seconds
        the effect at JournalFixture.swift:104, started by .waitOutside, waiting for something outside the store

      If they should end by themselves: advance the clock before this line.
      If the feature should cancel them: they have no id. Is `.cancellable(id:)` on the effect, and `.cancel(id:)` in the reducer?
      """
    }
  }

  @Test func aCancellationByAnotherIDIsNamed() async {
    let store = JournalFixture.store()
    await store.send(.watchAnything)
    await store.send(.stopWatching(id: 2))
    await expectIssue {
      await store.finish()
    } says: {
      """
      Expected all effects to finish, but one is still in flight.

      In flight:
        the effect at JournalFixture.swift:113, started by .watchAnything, waiting for TestClock, until 1.0 seconds; now 0.0 seconds

      If .stopWatching(id: 2) should have cancelled it: it was cancelled nowhere. Is `.cancel(id: 1)` in the reducer, and are the ids equal? The cancelled ID is 2, which no effect in flight had.
      If it should end by itself: advance the clock before this line.
      """
    }
  }

  @Test func aCancellationOfAnEffectThatHadEndedIsNamed() async {
    let clock = TestClock()
    let store = JournalFixture.store(clock: clock)
    await store.send(.watchAnything)
    await clock.advance(by: .seconds(1))
    await store.send(.watch)
    await store.send(.stopWatching(id: 1))
    await expectIssue {
      await store.finish()
    } says: {
      """
      Expected all effects to finish, but one is still in flight.

      In flight:
        the effect at JournalFixture.swift:112, started by .watch, waiting for TestClock, until 2.0 seconds; now 1.0 seconds

      If .stopWatching(id: 1) should have cancelled it: it was cancelled nowhere. Is `.cancel(id: JournalFixture.CancelID.watch)` in the reducer, and are the ids equal? \
      The cancelled ID is 1: the effect at JournalFixture.swift:113 had it, and had ended by then.
      If it should end by itself: advance the clock before this line.
      """
    }
  }

  @Test func aTaskThatOutlivesItsEffectIsNamed() async {
    let store = JournalFixture.store()
    await store.send(.leaveTask)
    await expectIssue {
      await store.finish(timeout: .milliseconds(10))
    } says: {
      """
      Expected all effects to finish within 0.01 seconds, but one is still in flight.

      In flight:
        the effect at JournalFixture.swift:115, started by .leaveTask, which has ended before a task that it started

      If the task should end by itself: override the dependency that the task waits for before this line.
      If the feature should cancel it: do its work in the effect itself, with `.cancellable(id:)`, instead of in `Task {}`.
      """
    }
  }

  @Test func anEffectOfAChildThatIsStillThereIsSaidToGoWithIt() async {
    let store = TestStore(.off, initialState: Parent.State(child: JournalFixture.State())) {
      Parent()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    await store.send(.child(.presented(.tick)))
    await expectIssue {
      await store.finish()
    } says: {
      """
      Expected all effects to finish, but one is still in flight.

      In flight:
        the effect at JournalFixture.swift:103, started by .child(.presented(.tick)), waiting for TestClock, until 1.0 seconds; now 0.0 seconds

      If it should end by itself: advance the clock before this line.
      If the feature should cancel it: its child feature is still there. Removing it cancels its effects.
      """
    }
    await store.send(.child(.presented(.watch)))
    await store.send(.child(.presented(.stopWatching(id: 7))))
    let issuesWithID = await withCapturedIssues { await store.finish() }
    #expect(
      issuesWithID.first?.message.contains(
        """
        If the feature should cancel them: they were cancelled nowhere, and their child feature is still \
        there. Is `.cancel(id: JournalFixture.CancelID.watch)` in the reducer, and are the ids equal? \
        The cancelled ID is 7, which no effect in flight had.
        """) == true)
    await store.send(.child(.dismiss))
    await store.finish()
  }

  private struct Parent: Reducer {
    struct State: Equatable { @PresentationState var child: JournalFixture.State? }
    enum Action: Equatable { case child(PresentationAction<JournalFixture.Action>) }

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$child, action: { .child($0) }) { JournalFixture() }
    }
  }

  @Test func thereMustBeReceivedActionsToSkip() async {
    let store = JournalFixture.store()
    await expectIssue {
      await store.skipReceivedActions()
    } says: {
      """
      Expected received actions to skip, but there are none.
      Find the action that should have been received. To allow that, pass `strict: false`.
      """
    }
  }

  @Test func thereMustBeEffectsToSkip() async {
    let store = JournalFixture.store()
    await expectIssue {
      await store.skipInFlightEffects()
    } says: {
      """
      Expected effects in flight to skip, but there are none.
      Find the action that should have started them. To allow that, pass `strict: false`.
      """
    }
  }

  @Test func actionsThatFollowEachOtherWithoutEndAreToldOnce() async {
    let store = JournalFixture.store()
    store.jobLimit = 1_000
    await expectIssue {
      await store.send(.loop)
    } says: {
      """
      Expected the effects to become idle, but they did not within 1,000 jobs, and were stopped.

      Reduced last:
        .pong
        .loop
        … again and again

      Break the loop, or raise `store.jobLimit` if the feature really does that much at once.
      """
    }
  }

  @Test func anEffectThatNeverRestsIsNamed() async {
    let store = JournalFixture.store()
    store.jobLimit = 1_000
    await expectIssue {
      await store.send(.spin)
    } says: {
      """
      Expected the effects to become idle, but they did not within 1,000 jobs, and were stopped.

      Still running:
        the effect at JournalFixture.swift:105

      Reduced last:
        .spin

      Break the loop, or raise `store.jobLimit` if the feature really does that much at once.
      """
    }
  }

  @Test func anErrorThatNothingCatchesNamesTheSend() async {
    let store = JournalFixture.store()
    let issues = await withCapturedIssues {
      await store.send(.fail, line: 201)
    }
    claimEqual(issues.map(\.line), [106])
    claimEqual(issues.map(\.fileID), ["FocusedTests/JournalFixture.swift"])
    expectText(
      issues,
      """
      Expected the effect to handle its errors, but it threw one that nothing catches: Offline()
      Handle it with `.run { … } catch: { error, send in … }`, or catch it inside the effect.

      This happened in the effect of .fail, sent at EndMessageTests.swift:201.
      """)
  }
}
