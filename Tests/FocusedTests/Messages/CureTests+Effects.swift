import FocusedTestStore
import Testing

// MARK: - An effect that doesn't end

extension CureTests {
  @Test func anActionThatUndoesTheStateIsNamedWithItsTimer() async {
    let store = Pantry.store(clock: clock)
    await store.send(.startTimer)
    await store.send(.stopTimer(id: 0))
    await clock.advance(by: .seconds(1))
    await expectIssue {
      store.assert { $0.seconds = 0 }
    }

    let stopped = Pantry.store(clock: clock)
    await stopped.send(.startTimer)
    await stopped.send(.stopTimer(id: 7))
    await clock.advance(by: .seconds(1))
    stopped.assert { $0.seconds = 0 }
  }

  @Test func theNextTickNeedsAnotherAdvance() async {
    let store = Pantry.store(clock: clock)
    await store.send(.startTimer)
    await clock.advance(by: .seconds(1))
    await store.receive(case: { .tick }, line: 201)
    await expectIssue {
      await store.receive(case: { .tick })
    }
    await clock.advance(by: .seconds(1))
    await store.receive(case: { .tick })
  }

  @Test func noAdvanceOfTheClockTakesBackATick() async {
    let store = Pantry.store(clock: clock)
    await store.send(.startTimer)
    await clock.advance(by: .seconds(2))
    await expectIssue {
      store.assert { $0.seconds = 1 }
    }
    store.assert { $0.seconds = 2 }
  }

  @Test func anActionThatUndoesTheStateLeavesTheClockAsACure() async {
    let store = Pantry.store(clock: clock)
    await store.send(.flash)
    await expectIssue {
      store.assert { $0.isRefreshing = false }
    }
    await clock.advance(by: .seconds(1))
    store.assert { $0.isRefreshing = false }
  }

  @Test func aSendThatShouldHaveStoppedTheTimerComesBeforeTheClock() async {
    let store = Pantry.store(clock: clock)
    await store.send(.startTimer)
    await store.send(.stopTimer(id: 0))
    await expectIssue {
      store.assert { $0.seconds = 1 }
    }
    await clock.advance(by: .seconds(1))
    store.assert { $0.seconds = 1 }
  }

  @Test func anUnwantedActionOfATimerIsItsCancellation() async {
    let store = Pantry.store(clock: clock)
    await store.send(.startTimer)
    await store.send(.stopTimer(id: 0))
    await clock.advance(by: .seconds(1))
    await expectIssue {
      await store.assertNotReceived(case: { .tick })
    }
    await store.send(.stopTimer(id: 7))
    await clock.advance(by: .seconds(1))
    await store.assertNotReceived(case: { .tick })
  }
}
