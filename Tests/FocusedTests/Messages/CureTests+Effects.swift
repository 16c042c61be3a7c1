import FocusedTestStore
import Testing

// MARK: - An effect that doesn't end

extension CureTests {
  @Test func anActionThatUndoesTheStateIsNamedWithItsTimer() async {
    let clock = TestClock()
    let store = Pantry.store(clock: clock)
    await store.send(.startTimer)
    await store.send(.stopTimer(id: 0))
    await clock.advance(by: .seconds(1))
    await expectIssue {
      store.assert { $0.seconds = 0 }
    } says: {
      """
      The state is not as expected.

      − seconds: 0
      + seconds: 1
      (− expected, + actual)

      Received since the last send:
        .tick

      In flight:
        the effect at Pantry.swift:902, started by .startTimer, waiting for TestClock, until 2.0 seconds; \
      now 1.0 seconds

      It was as expected until .tick was received, which was sent by the effect at Pantry.swift:902.
      If .stopTimer(id: 0) should have cancelled that effect: is `.cancel(id: 7)` in the reducer, and are the ids equal?
      """
    }

    let stopped = Pantry.store(clock: clock)
    await stopped.send(.startTimer)
    await stopped.send(.stopTimer(id: 7))
    await clock.advance(by: .seconds(1))
    stopped.assert { $0.seconds = 0 }
  }

  @Test func theNextTickNeedsAnotherAdvance() async {
    let clock = TestClock()
    let store = Pantry.store(clock: clock)
    await store.send(.startTimer)
    await clock.advance(by: .seconds(1))
    await store.receive(case: { .tick }, line: 201)
    await expectIssue {
      await store.receive(case: { .tick })
    } says: {
      """
      Expected to receive .tick, but every effect that the store can see waits for the test.

      It was received once since the last send, and that is asserted already, at CureTests+Effects.swift:201.

      Received since the last send:
        .tick (asserted)

      In flight:
        the effect at Pantry.swift:902, started by .startTimer, waiting for TestClock, until 2.0 seconds; \
      now 1.0 seconds

      Each expectation needs its own action. If an effect in flight should send it again: advance the \
      clock before this line.
      """
    }
    await clock.advance(by: .seconds(1))
    await store.receive(case: { .tick })
  }

  @Test func noAdvanceOfTheClockTakesBackATick() async {
    let clock = TestClock()
    let store = Pantry.store(clock: clock)
    await store.send(.startTimer)
    await clock.advance(by: .seconds(2))
    await expectIssue {
      store.assert { $0.seconds = 1 }
    } says: {
      """
      The state is not as expected.

      − seconds: 1
      + seconds: 2
      (− expected, + actual)

      Received since the last send:
        .tick
        .tick

      In flight:
        the effect at Pantry.swift:902, started by .startTimer, waiting for TestClock, until 3.0 seconds; \
      now 2.0 seconds

      It was as expected until .tick was received, which was sent by the effect at Pantry.swift:902.
      """
    }
    store.assert { $0.seconds = 2 }
  }

  @Test func anActionThatUndoesTheStateLeavesTheClockAsACure() async {
    let clock = TestClock()
    let store = Pantry.store(clock: clock)
    await store.send(.flash)
    await expectIssue {
      store.assert { $0.isRefreshing = false }
    } says: {
      """
      The state is not as expected.

      − isRefreshing: false
      + isRefreshing: true
      (− expected, + actual)

      Received since the last send:
        .flashed(true)

      In flight:
        the effect at Pantry.swift:903, started by .flash, waiting for TestClock, until 1.0 seconds; now \
      0.0 seconds

      It was as expected until .flashed(true) was received, which was sent by the effect at Pantry.swift:903.
      If an effect in flight should make the change: advance the clock before this line.
      """
    }
    await clock.advance(by: .seconds(1))
    store.assert { $0.isRefreshing = false }
  }

  @Test func aSendThatShouldHaveStoppedTheTimerComesBeforeTheClock() async {
    let clock = TestClock()
    let store = Pantry.store(clock: clock)
    await store.send(.startTimer)
    await store.send(.stopTimer(id: 0))
    await expectIssue {
      store.assert { $0.seconds = 1 }
    } says: {
      """
      The state is not as expected.

      − seconds: 1
      + seconds: 0
      (− expected, + actual)

      Received since the last send: nothing.

      In flight:
        the effect at Pantry.swift:902, started by .startTimer, waiting for TestClock, until 1.0 seconds; \
      now 0.0 seconds

      If .stopTimer(id: 0) should have cancelled that effect: is `.cancel(id: 7)` in the reducer, and are the ids equal?
      If an effect in flight should make the change: advance the clock before this line.
      """
    }
    await clock.advance(by: .seconds(1))
    store.assert { $0.seconds = 1 }
  }

  @Test func anUnwantedActionOfATimerIsItsCancellation() async {
    let clock = TestClock()
    let store = Pantry.store(clock: clock)
    await store.send(.startTimer)
    await store.send(.stopTimer(id: 0))
    await clock.advance(by: .seconds(1))
    await expectIssue {
      await store.assertNotReceived(case: { .tick })
    } says: {
      """
      Expected not to receive .tick, but it was received.

      It was sent by the effect at Pantry.swift:902.

      Received since the last send:
        .tick

      In flight:
        the effect at Pantry.swift:902, started by .startTimer, waiting for TestClock, until 2.0 seconds; \
      now 1.0 seconds

      If .stopTimer(id: 0) should have cancelled that effect: is `.cancel(id: 7)` in the reducer, and are the ids equal?
      """
    }
    await store.send(.stopTimer(id: 7))
    await clock.advance(by: .seconds(1))
    await store.assertNotReceived(case: { .tick })
  }
}
