import Clocks
import FocusedExploration
@testable import FocusedTCA
import Foundation
import Testing

struct EffectTests {
  @Test func aCancellationHasHappenedWhenSendReturns() async {
    let clock = TestClock()
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.timerTapped) { $0.isTimerOn = true }
    await store.send(.timerTapped) { $0.isTimerOn = false }
    let issues = await withCapturedIssues { await store.skipInFlightEffects() }
    #expect(issues.count == 1)
  }

  @Test func aSleepOfZeroWaitsForAdvance() async {
    let clock = TestClock()
    let store = TestStore(.off, initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0[FactClient.self].fact = { _ in
        try await clock.sleep(for: .zero)
        return "Zero"
      }
    }

    await store.send(.factTapped)
    #expect(store.state.fact == nil)
    await clock.advance()
    #expect(store.state.fact == "Zero")
  }

  @Test func aReceiveThatOnlyAClockOfAnotherLibraryCouldSatisfyFailsAtOnce() async {
    let clock = Clocks.TestClock<Duration>()
    let store = TestStore(.off, initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.timerTapped)
    let issues = await withCapturedIssues {
      await store.receive(.ticked, timeout: .seconds(3600))
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("TestClock of swift-clocks") == true)
    await clock.advance(by: .seconds(1))
    await store.receive(.ticked) { $0.count = 1 }
  }

  @Test func aTaskIsCancelledByTheTest() async {
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }

    let task = await store.send(.timerTapped) { $0.isTimerOn = true }
    await task.cancel()
    await store.finish()
  }

  @Test func aTimerOfASchedulerEndsItselfInTime() async {
    let mainQueue = DispatchQueue.test
    let store = TestStore(initialState: SchedulerTimer.State()) {
      SchedulerTimer()
    } withDependencies: {
      $0.mainQueue = mainQueue.eraseToAnyScheduler()
    }

    await store.send(.started)
    await mainQueue.advance(by: .seconds(6))
    for tick in 1...3 { await store.receive(.ticked) { $0.ticks = tick } }
    await store.finish()
  }

  @Test func aSleepOfZeroOnASchedulerEnds() async {
    let mainQueue = DispatchQueue.test
    let store = TestStore(initialState: SchedulerTimer.State()) {
      SchedulerTimer(seconds: 0)
    } withDependencies: {
      $0.mainQueue = mainQueue.eraseToAnyScheduler()
    }

    await store.send(.started)
    await mainQueue.advance()
    for tick in 1...3 { await store.receive(.ticked) { $0.ticks = tick } }
    await store.finish()
  }

  /// In a process of its own, where nothing runs the main-actor jobs of effects but the main actor.
  @Test func aSleepOfZeroOnASchedulerEndsWhereStoresOwnNoTasks() async {
    await #expect(processExitsWith: .success) {
      setenv("FOCUSED_OWNERSHIP", "none", 1)
      let mainQueue = DispatchQueue.test
      let store = TestStore(.off, initialState: SchedulerTimer.State()) {
        SchedulerTimer(seconds: 0)
      } withDependencies: {
        $0.mainQueue = mainQueue.eraseToAnyScheduler()
      }

      await store.send(.started)
      await mainQueue.advance()
    }
  }

  /// In a process of its own: TCA reads the flag from a hook of the runtime, which a store sets until it ends.
  @Test func theTestsSerialExecutorIsAsBeforeTheStore() async {
    await #expect(processExitsWith: .success) {
      let before = uncheckedUseMainSerialExecutor
      do {
        let store = TestStore(.off, initialState: Counter.State()) { Counter() }
        await store.send(.bothTapped)
        await store.finish()
      }
      #expect(uncheckedUseMainSerialExecutor == before)
    }
  }

  @Test func anEffectOfATestOffTheMainActorCallsAMainActorFunctionThere() async {
    let store = TestStore(.off, initialState: Race.State()) {
      Race(beforeSend: { @MainActor in dispatchPrecondition(condition: .onQueue(.main)) })
    }

    await store.send(.started)
    #expect(store.state.winner == "second")
  }

  @Test @MainActor func theEffectWithFewerCallsSendsFirst() async {
    let store = TestStore(.off, initialState: Race.State()) { Race(beforeSend: {}) }

    await store.send(.started)
    #expect(store.state.winner == "second")
  }

  @Test func schedulesFindARaceInsideOneMerge() async {
    let issues = await withCapturedIssues {
      await withSchedules(50) {
        let store = TestStore(.off, initialState: Race.State()) { Race() }
        await store.send(.started)
        store.assert { $0.winner = "first" }
      }
    }
    #expect(!issues.isEmpty)
  }

  @Test func closuresOfRunAreReadFromTheirEffects() async {
    let effects: [Effect<Counter.Action>] = [
      .none, .run { _ in }, .send(.incrementTapped), .run { _ in }.cancellable(id: 1),
      .cancel(id: 1), .merge(.run { _ in }, .send(.incrementTapped)),
    ]

    let names = effects.map { effect in
      switch EffectReading(effect) {
      case .none: "none"
      case .run: "run"
      case .publisher: "publisher"
      case .unknown: "unknown"
      }
    }
    #expect(names == ["none", "run", "publisher", "run", "publisher", "publisher"])
  }
}
