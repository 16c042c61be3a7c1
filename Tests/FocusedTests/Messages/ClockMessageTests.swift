import FocusedTestStore
import Testing

struct ClockMessageTests {
  private let clock = TestClock()

  @Test func whoSleepsOnAClockIsListed() async throws {
    let store = JournalFixture.store(clock: clock)
    await store.send(.tick)
    await clock.advance(by: .seconds(0.25))
    let error = await #expect(throws: TestClock<Duration>.SuspensionError.self) {
      try await clock.checkSuspension()
    }
    expectText("\(error!)")
  }

  @Test func anInexactTimeThatPrintsLikeTheDeadlineIsShownAsItsDifference() async throws {
    let store = JournalFixture.store(clock: clock)
    await store.send(.tick)
    await clock.advance(by: .seconds(1) - Duration(secondsComponent: 0, attosecondsComponent: 1))
    let error = await #expect(throws: TestClock<Duration>.SuspensionError.self) {
      try await clock.checkSuspension()
    }
    #expect("\(error!)".contains("  TestClock, until 1.0 seconds; now 1e-18 seconds before\n"))
  }

  @Test func aTimerThatNeverEndsKeepsNoClockRunning() async {
    claimEqual(clock.sleeperLimit, 100_000)
    clock.sleeperLimit = 1_000
    let store = JournalFixture.store(clock: clock)
    await store.send(.tickForEver)
    await expectIssue {
      await clock.run()
    }
  }
}
