import FocusedTestStore
import Testing

// MARK: - Tasks that effects start

extension S10_WaitingTests {
  /// A store whose effect starts a task and then sleeps on a clock.
  private static func storeOfSleeper(
    clock: TestClock<Duration> = TestClock(),
    starting work: @escaping @Sendable (Send<Probe.Action>) async throws -> Void
  ) -> TestStore<Probe.State, Probe.Action> {
    Probe.store(onTap: { send in
      Task { try await work(send) }
      try await clock.sleep(for: .seconds(10))
    })
  }

  @Test func `A receive waits for a task beside a clock`() async {
    let store = Self.storeOfSleeper { send in
      try await Task.sleep(for: .milliseconds(5))
      await send(.got(1))
    }
    await store.send(.tap)
    await store.receive(.got(1), timeout: Self.hour)
    await claimOneIssue(naming: "every effect that the store can see waits for the test") {
      await store.receive(.got(2), timeout: Self.hour); return #line
    }
  }

  @Test func `A task that ends beside a clock ends the waiting`() async {
    let store = Self.storeOfSleeper { _ in try await Task.sleep(for: .milliseconds(5)) }
    let task = await store.send(.tap)
    await claimOneIssue(naming: "every effect that the store can see waits for the test") {
      await store.receive(.got(1), timeout: Self.hour); return #line
    }
    await claimOneIssue(naming: "but one is still in flight") {
      await task.finish(timeout: Self.hour); return #line
    }
  }

  @Test func `A task on a clock beside a clock is parked`() async {
    let clock = TestClock()
    let store = Self.storeOfSleeper(clock: clock) { send in
      try await clock.sleep(for: .seconds(1))
      await send(.got(1))
    }
    await store.send(.tap)
    await claimOneIssue(
      naming: "TestClock, until 10.0 seconds; now 0.0 seconds, and for TestClock, until 1.0"
    ) {
      await store.receive(.got(1), timeout: Self.hour); return #line
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.got(1), timeout: Self.hour)
  }

  @Test func `A task whose child is on a clock is waited for`() async {
    let clock = TestClock()
    let store = Self.storeOfSleeper(clock: clock) { send in
      await withTaskGroup { group in
        group.addTask { try? await clock.sleep(for: .seconds(1)) }
        group.addTask { try? await Task.sleep(for: .milliseconds(5)) }
        await group.next()
        group.cancelAll()
      }
      await send(.got(1))
    }
    await store.send(.tap)
    await store.receive(.got(1), timeout: Self.hour)
  }

  @Test func `A task that a task starts is waited for`() async {
    let store = Self.storeOfSleeper { send in
      async let other: Void = {
        _ = Task {
          try await Task.sleep(for: .milliseconds(5))
          await send(.got(1))
        }
      }()
      await other
    }
    await store.send(.tap)
    await store.receive(.got(1), timeout: Self.hour)
  }

  @Test func `Finish waits for a task beside a clock`() async {
    let clock = TestClock()
    for isOfTask in [true, false] {
      let store = Probe.store(effects: { action in
        switch action {
        case .tap:
          .run { send in
            Task {
              try await Task.sleep(for: .milliseconds(5))
              await send(.idle)
            }
            try await clock.sleep(for: .seconds(1))
          }.cancellable(id: 1)
        case .idle: .cancel(id: 1)
        default: .none
        }
      })
      let task = await store.send(.tap)
      if isOfTask {
        await task.finish(timeout: Self.hour)
      } else {
        await store.finish(timeout: Self.hour)
      }
      claimEqual(store.history.map(\.action), [.tap, .idle])
    }
  }

  @Test func `Finish waits for a task that outlives its effect`() async {
    for isOfTask in [true, false] {
      let store = Probe.store(onTap: { send in
        Task {
          try await Task.sleep(for: .milliseconds(5))
          await send(.got(1))
        }
      })
      let task = await store.send(.tap)
      if isOfTask {
        await task.finish(timeout: Self.hour)
      } else {
        await store.finish(timeout: Self.hour)
      }
      claimEqual(store.state.values, [1])
      claim(task.isFinished)
    }
  }

  @Test func `A task on a clock that outlives its effect is unfinished`() async {
    let clock = TestClock()
    let store = Probe.store(.on, onTap: { _ in Task { try await clock.sleep(for: .seconds(1)) } })
    let task = await store.send(.tap) { $0.taps = 1 }
    claim(!task.isFinished)
    await claimOneIssue(naming: "but one is still in flight") {
      await task.finish(timeout: Self.hour); return #line
    }
    await store.finish(timeout: Self.hour)
    await store.skipInFlightEffects()
    claim(task.isFinished)
    await store.finish(timeout: Self.hour)
  }

  @Test func `A cancelled handle waits for no task`() async {
    let store = Probe.store(onTap: { send in
      Task {
        await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
        await send(.got(1))
      }
    })
    let task = await store.send(.tap)
    claim(!task.isCancelled)
    await task.cancel()
    claim(task.isCancelled)
    await task.finish(timeout: Self.hour)
    await store.finish(timeout: Self.hour)
  }

  @Test func `A part with an ID is not counted as a task`() async {
    let clock = TestClock()
    let store = Probe.store(onTap: { _ in
      try await withTaskCancellation(id: 1) { try await clock.sleep(for: .seconds(1)) }
    })
    await store.send(.tap)
    await claimOneIssue(naming: "waits for the test") {
      await store.receive(.got(1), timeout: Self.hour); return #line
    }
  }

  @Test func `An effect is not counted as a task of the one that caused it`() async {
    let clock = TestClock()
    let store = Probe.store(effects: { action in
      switch action {
      case .tap:
        .run { send in
          await send(.idle)
          Task { await send(.rename("Ada")) }
          try await clock.sleep(for: .seconds(1))
        }
      case .idle, .rename: .run { _ in try await clock.sleep(for: .seconds(1)) }
      case .got: .none
      }
    })
    await store.send(.tap)
    await store.receive(.rename("Ada"), timeout: Self.hour)
    await claimOneIssue(naming: "waits for the test") {
      await store.receive(.got(1), timeout: Self.hour); return #line
    }
  }

  private actor Courier {
    func sendLater(_ send: Send<Probe.Action>, after yields: Int) {
      Task {
        for _ in 0..<yields { await Task.yield() }
        await send(.got(1))
      }
    }
  }

  /// A documented limit: a task that starts on an actor leaves the store at its first suspension, and is counted.
  @Test(arguments: [0, 1, 3])
  func `A task that starts on an actor is waited for`(yields: Int) async {
    for _ in 0..<50 {
      let store = Probe.store(onTap: { await Courier().sendLater($0, after: yields) })
      await store.send(.tap)
      if yields == 0, Ownership.isExact { claimEqual(store.state.values, [1]) }
      await store.receive(.got(1), timeout: Self.hour)
      await store.finish(timeout: Self.hour)
      await claimOneIssue(naming: ".got(2)") {
        await store.receive(.got(2), timeout: Self.hour); return #line
      }
    }
  }

  // A detached task has no task-local values, by which a store counts the tasks that it doesn't own.
  @Test(.needsOwnership) func `A detached task beside a clock is waited for`() async {
    let signal = Signal()
    let clock = TestClock()
    let store = Probe.store(onTap: { send in
      Task.detached {
        await signal.wait()
        await send(.got(1))
      }
      try await clock.sleep(for: .seconds(1))
    })
    await store.send(.tap)
    await claimOneIssue(naming: "within") {
      await store.receive(.got(1), timeout: .milliseconds(1)); return #line
    }
    signal.fire()
    await store.receive(.got(1), timeout: Self.hour)
  }

  @Test(.needsOwnership) func `A detached task that cannot send counts as its effect`() async {
    let clock = TestClock()
    let store = Probe.store(onTap: { _ in
      Task.detached { try await clock.sleep(for: .seconds(1)) }
    })
    await store.send(.tap)
    await claimOneIssue(naming: "but one is still in flight") {
      await store.finish(timeout: Self.hour); return #line
    }
    await clock.advance(by: .seconds(1))
    await store.finish(timeout: Self.hour)
  }
}
