import FocusedTestStore
import Testing

/// The messages at the end of a test. The article about failures pins the one about an effect that goes on.
struct EndMessageTests {
  @Test func unassertedActionsAtFinishAreShownAsCode() async {
    let store = JournalFixture.store(.on)
    await store.send(.loadTwice)
    await expectIssue {
      await store.finish()
    }
  }

  @Test func unassertedActionsAtTheEndAreReportedAtTheLastSend() async {
    let issues = await withCapturedIssues {
      let store = TestStore(.on, initialState: JournalFixture.State()) { JournalFixture() }
      await store.send(.touch)
      await store.send(.load, line: 201)
    }
    expectIssue(issues, line: 201)
  }

  @Test func anEffectInFlightAtTheEndIsReportedAtItsSend() async {
    let issues = await withCapturedIssues {
      let store = JournalFixture.store(.on)
      await store.send(.tick, line: 201)
    }
    expectIssue(issues, line: 201)
  }

  @Test func effectsOfOneRunThatOneLineStartedAreOneIssue() async {
    let issues = await withCapturedIssues {
      let store = JournalFixture.store(.on)
      for _ in 1...20 {
        await store.send(.tick, line: 201)
      }
    }
    expectIssue(issues, line: 201)
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
    claimIssues(issues, at: lines, naming: "to finish by the end of the test, but one is still")
  }

  @Test func anEffectThatDoesNotFinishInTimeInOnIsReportedAtItsSend() async {
    let store = JournalFixture.store(.on)
    await expectIssue {
      await store.send(.waitOutside)
      await store.finish(timeout: .milliseconds(10))
    }
  }

  @Test(
    arguments: [
      ("they wait outside", [.tick, .waitOutside]),
      ("another ID was cancelled", [.watchAnything, .stopWatching(id: 2)]),
      ("a task outlives its effect", [.leaveTask]),
    ] as [(String, [JournalFixture.Action])])
  func effectsThatDoNotFinishAreNamedWithTheReason(
    _ reason: String, sent: [JournalFixture.Action]
  ) async {
    let store = JournalFixture.store()
    for action in sent { await store.send(action) }
    await expectIssue(text: reason) {
      await store.finish(timeout: .milliseconds(10))
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
    }
  }

  @Test func anEffectOfAChildThatIsStillThereIsSaidToGoWithIt() async {
    let store = TestClock().store(of: Parent(), from: Parent.State(child: JournalFixture.State()))
    await store.send(.child(.presented(.tick)))
    await expectIssue {
      await store.finish()
    }
    await store.send(.child(.presented(.watch)))
    await store.send(.child(.presented(.stopWatching(id: 7))))
    let issuesWithID = await withCapturedIssues { await store.finish() }
    #expect(
      issuesWithID.first?.message.contains(
        """
        If the feature should cancel an effect: it was cancelled nowhere, and its child feature is still \
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

  @Test func thereMustBeSomethingToSkip() async {
    let store = JournalFixture.store()
    await expectIssue(text: "received actions") {
      await store.skipReceivedActions()
    }
    await expectIssue(text: "effects") {
      await store.skipInFlightEffects()
    }
  }

  @Test func actionsThatFollowEachOtherWithoutEndAreToldOnce() async {
    let store = JournalFixture.store()
    store.jobLimit = 1_000
    await expectIssue {
      await store.send(.loop)
    }
  }

  @Test func anEffectThatNeverRestsIsNamed() async {
    let store = JournalFixture.store()
    store.jobLimit = 1_000
    await expectIssue {
      await store.send(.spin)
    }
  }

  @Test func anErrorThatNothingCatchesNamesTheSend() async {
    let store = JournalFixture.store()
    let issues = await withCapturedIssues {
      await store.send(.fail, line: 201)
    }
    claimEqual(issues.map(\.line), [106])
    claimEqual(issues.map(\.fileID), ["FocusedTests/JournalFixture.swift"])
    expectText(issues)
  }
}
