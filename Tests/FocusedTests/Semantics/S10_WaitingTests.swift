import Foundation
import FocusedTestStore
import Testing

/// `receive`, `finish`, and `task.finish` wait only for events that can still happen.
///
/// If no event can happen, the timeout is an hour: a test that waited for it would never end.
struct S10_WaitingTests {
  static let hour = Duration.seconds(3600)

  // MARK: - Failing at once

  @Test nonisolated(nonsending) func `With every effect parked on a clock a receive fails at once`()
    async
  {
    let clock = TestClock()
    let store = Probe.store(
      effect: .merge((1...3).map { n in .run { _ in try await clock.sleep(for: .seconds(n)) } }))
    await store.send(.tap)
    await claimOneIssue(naming: "got(1)") {
      await store.receive(.got(1), timeout: Self.hour); return #line
    }
    await claimOneIssue(naming: "but 3 are still in flight") {
      await store.finish(timeout: Self.hour); return #line
    }
  }

  @Test
  nonisolated(nonsending) func `A task that awaits a group is as parked as the group's tasks`()
    async
  {
    let clock = TestClock()
    let store = Probe.store(onTap: { send in
      await withTaskGroup { group in
        for n in 1...3 {
          group.addTask { try? await clock.sleep(for: .seconds(n)) }
        }
      }
      await send(.got(1))
    })
    let task = await store.send(.tap)
    await claimOneIssue(naming: "waits for the test") {
      await store.receive(.got(1), timeout: Self.hour); return #line
    }
    await clock.advance(by: .seconds(3))
    await store.receive(.got(1))
    await task.finish(timeout: Self.hour)
  }

  @Test nonisolated(nonsending) func `A child asleep does not park an effect that is outside`()
    async
  {
    let clock = TestClock()
    for leave: @Sendable () async -> Void in [
      { await Task.detached { try? await Task.sleep(for: .milliseconds(5)) }.value },
      { await MainActor.run { Thread.sleep(forTimeInterval: 0.005) } },
      {
        await withCheckedContinuation { continuation in
          DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) {
            continuation.resume()
          }
        }
      },
    ] {
      let store = Probe.store(onTap: { send in
        async let sleep: Void? = try? clock.sleep(for: .seconds(1))
        await leave()
        await send(.got(1))
        _ = await sleep
      })
      await store.send(.tap)
      await store.receive(.got(1), timeout: Self.hour)
    }
  }

  @Test nonisolated(nonsending) func `A child that has ended does not keep an effect from parking`()
    async
  {
    let clock = TestClock()
    let store = Probe.store(onTap: { send in
      async let one = send(.got(7))
      await one
      await withTaskGroup { group in
        group.addTask { await Task.yield() }
      }
      try await clock.sleep(for: .seconds(1))
      await send(.got(1))
    })
    await store.send(.tap)
    await claimOneIssue(naming: "TestClock, until 1.0 seconds") {
      await store.receive(.got(1), timeout: Self.hour); return #line
    }
  }

  @Test nonisolated(nonsending) func `An effect that parks after other work is parked`() async {
    let clock = TestClock()
    let store = Probe.store(onTap: { send in
      await Counter().increment()
      await send(.got(1))
      await Task { @MainActor in await send(.got(2)) }.value
      await MainActor.run {}
      await withTaskCancellation(id: 1) { await Task.yield() }
      try await clock.sleep(for: .seconds(1))
    })
    await store.send(.tap)
    await store.receive(.got(2))
    await claimOneIssue(naming: "got(3)") {
      await store.receive(.got(3), timeout: Self.hour); return #line
    }
  }

  @Test nonisolated(nonsending) func `An effect that started a parked one and ended sends no more`()
    async
  {
    let clock = TestClock()
    let store = Probe.store(effects: {
      switch $0 {
      case .tap: .run { send in await send(.got(1)) }
      case .got: .run { _ in try await clock.sleep(for: .seconds(1)) }
      default: .none
      }
    })
    await store.send(.tap)
    await store.receive(.got(1))
    await claimOneIssue(naming: "got(2)") {
      await store.receive(.got(2), timeout: Self.hour); return #line
    }
  }

  // MARK: - Waiting

  @Test nonisolated(nonsending) func `A receive is woken by a send from a detached task`() async {
    let store = Probe.store(onTap: { send in
      await Task.detached {
        try? await Task.sleep(for: .milliseconds(5))
        await send(.got(1))
      }.value
    })
    await store.send(.tap)
    await store.receive(.got(1), timeout: Self.hour)
  }

  @Test nonisolated(nonsending) func `A receive waits for a task that outlives its effect`() async {
    let store = Probe.store(onTap: { send in
      Task {
        try await Task.sleep(for: .milliseconds(5))
        await send(.got(1))
      }
    })
    await store.send(.tap)
    await store.receive(.got(1), timeout: Self.hour)
    await claimOneIssue(naming: "got(2)") {
      await store.receive(.got(2), timeout: Self.hour); return #line
    }
  }

  @Test nonisolated(nonsending) func `A task that outlives its effect and ends ends the waiting`()
    async
  {
    let store = Probe.store(onTap: { send in
      Task {
        try await Task.sleep(for: .milliseconds(5))
        if Task.isCancelled { await send(.got(1)) }
      }
    })
    await store.send(.tap)
    await claimOneIssue(naming: "got(1)") {
      await store.receive(.got(1), timeout: Self.hour); return #line
    }
  }

  @Test nonisolated(nonsending) func `A receive is woken by work on the main actor`() async {
    let store = Probe.store(onTap: { @MainActor send in
      try await Task.sleep(for: .milliseconds(5))
      await send(.got(1))
    })
    await store.send(.tap)
    await store.receive(.got(1), timeout: Self.hour)
  }

  @Test nonisolated(nonsending) func `An unstructured task on a clock does not park its effect`()
    async
  {
    let clock = TestClock()
    let store = Probe.store(onTap: { send in
      let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
      try await Task.sleep(for: .milliseconds(5))
      await send(.got(1))
      sleeper.cancel()
    })
    await store.send(.tap)
    await store.receive(.got(1), timeout: Self.hour)
  }

  @Test nonisolated(nonsending) func `A task on a clock that outlives its effect is parked`() async
  {
    let clock = TestClock()
    let store = Probe.store(onTap: { send in
      Task {
        try await clock.sleep(for: .seconds(1))
        await send(.got(1))
      }
    })
    await store.send(.tap)
    await claimOneIssue(naming: "TestClock, until 1.0 seconds") {
      await store.receive(.got(1), timeout: Self.hour); return #line
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.got(1), timeout: Self.hour)
    await claimOneIssue(naming: "asserted already") {
      await store.receive(.got(1), timeout: Self.hour); return #line
    }
  }

  @Test nonisolated(nonsending) func `Finish waits for the outside world`() async {
    let store = Probe.store(onTap: { _ in try await Task.sleep(for: .milliseconds(5)) })
    let task = await store.send(.tap)
    await task.finish(timeout: Self.hour)
    await store.send(.tap)
    await store.finish(timeout: Self.hour)
  }

  @Test nonisolated(nonsending) func `What does not come in time is one issue`() async {
    let signal = Signal()
    let store = Probe.store(onTap: { _ in await signal.wait() })
    await store.send(.tap)
    await claimOneIssue(naming: "within 0.0 seconds") {
      await store.receive(.got(1), timeout: .zero); return #line
    }
    await claimOneIssue(naming: "within 0.001 seconds") {
      await store.receive(.got(1), timeout: .milliseconds(1)); return #line
    }
    await claimOneIssue(naming: "but one is still in flight") {
      await store.finish(timeout: .zero); return #line
    }
    let task = await store.send(.tap)
    await claimOneIssue(naming: "but one is still in flight") {
      await task.finish(timeout: .zero); return #line
    }
    store.timeout = .zero
    await claimOneIssue(naming: "within 0.0 seconds") {
      await store.receive(.got(1)); return #line
    }
    signal.fire()
  }

  @Test nonisolated(nonsending) func `Several can wait for one store`() async {
    let signal = Signal()
    let store = Probe.store(onTap: { send in
      await signal.wait()
      await send(.got(1))
    })
    let task = await store.send(.tap)
    let others = (0..<3).map { _ in Task { await task.finish(timeout: Self.hour) } }
    let firing = Task.detached {
      try? await Task.sleep(for: .milliseconds(5))
      signal.fire()
    }
    await store.receive(.got(1), timeout: Self.hour)
    for other in others { await other.value }
    await firing.value
  }

  @Test nonisolated(nonsending) func `Cancelling the test ends its waiting`() async {
    let test = Task {
      let signal = Signal()
      defer { signal.fire() }
      let store = Probe.store(onTap: { _ in await signal.wait() })
      await store.send(.tap)
      return await withCapturedIssues { await store.receive(.got(1), timeout: Self.hour) }.count
    }
    test.cancel()
    claimEqual(await test.value, 1)
  }

  @Test func `A cancelled test does not wait beside endless sources`() async {
    let test = Task {
      let store = Probe.store(onTap: { send in
        await SteadySource.run(4) { await send(.idle) }
      })
      store.jobLimit = .max
      await store.send(.tap)
      withUnsafeCurrentTask { $0?.cancel() }
      return await withCapturedIssues { await store.receive(.got(1), timeout: Self.hour) }.count
    }
    claimEqual(await test.value, 1)
  }

  private actor Counter {
    var count = 0
    func increment() { count += 1 }
  }
}
