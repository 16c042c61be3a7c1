import Core
import FocusedTestStore
import Testing

/// Only the test drives a store, one call at a time.
struct S24_NoWayInFromInsideTests {
  /// Passes a store to its own effects, which is a mistake.
  private final class Loop: @unchecked Sendable {
    weak var store: TestStore<Probe.State, Probe.Action>?
  }

  @MainActor private final class Bystander {
    let loop: Loop
    nonisolated init(_ loop: Loop) { self.loop = loop }
    func drive() async { await loop.store?.send(.rename("inside")) }
  }

  /// A store whose tap starts an effect that sleeps for a second, and an effect that does some work and sends 2.
  private func sleepingStore(
    _ clock: TestClock<Duration>, beside work: @escaping @Sendable () async throws -> Void
  ) -> TestStore<Probe.State, Probe.Action> {
    Probe.store(
      effect: .merge(
        .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.got(1))
        },
        .run { send in
          try await work()
          await send(.got(2))
        }))
  }

  /// The line of the effect that does the work of `sleepingStore(_:beside:)`.
  private static let lineOfWork = #line - 7

  /// Creates a store whose `tap` drives the store, and then sends `got(1)`.
  private func store(
    driving drive: @escaping @Sendable (TestStore<Probe.State, Probe.Action>) async -> Void
  ) -> (TestStore<Probe.State, Probe.Action>, Loop) {
    let loop = Loop()
    let store = Probe.store(onTap: { send in
      if let store = loop.store { await drive(store) }
      await send(.got(1))
    })
    loop.store = store
    return (store, loop)
  }

  @Test nonisolated(nonsending) func `A send from an effect is one issue, and nothing is lost`()
    async
  {
    let line = #line + 2
    let (store, _) = store { store in
      await store.send(.rename("inside"))
    }
    let issues = await withCapturedIssues { await store.send(.tap) }
    claimIssues(issues, at: [line], naming: "`send`", "S24_NoWayInFromInsideTests.swift:")
    claimEqual(store.state, Probe.State(taps: 1, values: [1]))
    await store.send(.rename("outside")) { $0.name = "outside" }
    await store.finish()
  }

  @Test nonisolated(nonsending) func `Every call from an effect is one issue`() async {
    let calls: [@Sendable (TestStore<Probe.State, Probe.Action>) async -> Void] = [
      { await $0.receive(.got(1)) },
      { $0.assert { $0.taps = 1 } },
      { await $0.finish() },
      { await $0.settle() },
      { await $0.skipReceivedActions() },
      { await $0.skipInFlightEffects() },
      { await $0.assertNotReceived(.got(2)) },
    ]
    for call in calls {
      let (store, _) = store(driving: call)
      let issues = await withCapturedIssues { await store.send(.tap) }
      claimEqual(issues.count, 1)
      claimEqual(store.state.values, [1])
      await store.finish()
    }
  }

  @Test
  nonisolated(nonsending) func `A child task and an object on the main actor are inside, too`()
    async
  {
    let (group, _) = store { store in
      let confined = RuntimeConfined(store)
      await withTaskGroup { group in
        group.addTask { await confined.value.send(.rename("inside")) }
      }
    }
    claimEqual(await withCapturedIssues { await group.send(.tap) }.count, 1)
    claimEqual(group.state, Probe.State(taps: 1, values: [1]))

    let loop = Loop()
    let bystander = Bystander(loop)
    let store = Probe.store(onTap: { send in
      await bystander.drive()
      await send(.got(1))
    })
    loop.store = store
    let issues = await withCapturedIssues {
      await store.send(.tap)
      await store.finish(timeout: .seconds(3600))
    }
    claimEqual(issues.count, 1)
    claimEqual(store.state, Probe.State(taps: 1, values: [1]))
  }

  @Test(.needsOwnership)
  nonisolated(nonsending) func `A detached task of an effect drives while the test does`() async {
    let (store, _) = store { store in
      let confined = RuntimeConfined(store)
      await Task.detached { _ = await confined.value.send(.rename("inside")) }.value
    }
    let issues = await withCapturedIssues { await store.send(.tap) }
    claim(issues.count == 1 && issues[0].message.contains("had not returned"), "\(issues)")
    await store.finish()
    claimEqual(store.state, Probe.State(taps: 1, values: [1]))
  }

  @Test nonisolated(nonsending) func `Two stores whose effects send to each other do not hang`()
    async
  {
    let (one, two) = (Loop(), Loop())
    func store(_ other: Loop) -> TestStore<Probe.State, Probe.Action> {
      Probe.store(onTap: { send in
        await other.store?.send(.tap)
        await send(.got(1))
      })
    }
    let (first, second) = (store(two), store(one))
    (one.store, two.store) = (first, second)
    let issues = await withCapturedIssues { await first.send(.tap) }
    claimEqual(issues.count, 1)
    claimEqual(first.state, Probe.State(taps: 1, values: [1]))
    claimEqual(second.state, Probe.State(taps: 1, values: [1]))
  }

  @Test nonisolated(nonsending) func `A task that an assert closure or a reducer starts is inside`()
    async
  {
    let tasks = Collected<Task<Void, Never>>()
    let loop = Loop()
    let store = Probe.store(effects: { action in
      if action == .idle { tasks.append(Task { _ = await loop.store?.send(.tap) }) }
      return .none
    })
    loop.store = store
    let issues = await withCapturedIssues {
      await store.send(.rename("Blob")) {
        $0.name = "Blob"
        tasks.append(Task { await loop.store?.settle() })
      }
      await store.send(.idle)
      for task in tasks.values { await task.value }
      await store.settle()
    }
    claimEqual(issues.count, 2)
    claim(issues.allSatisfy { $0.message.contains("its own reducer or an assert closure did") })
    claimEqual(store.state, Probe.State(name: "Blob"))
  }

  @Test func `An assertion in an assert closure is one issue`() async {
    struct Row: Equatable, Identifiable {
      let id: Int
      var reads = 0
    }
    let store = TestStore(.off, initialState: [Row(id: 1)]) {
      Reduce<IdentifiedArrayOf<Row>, Int> { state, id in
        state[id: id]?.reads += 1
        return .none
      }
    }
    let line = #line + 4
    let issues = await withCapturedIssues {
      await store.send(1) {
        $0[id: 1]?.reads += 1
        store.assert { $0[id: 1]?.reads = 1 }
      }
      await store.send(1) {
        $0[id: 7]?.reads = 1
        store.assert { $0[id: 1]?.reads = 2 }
      }
    }
    claimEqual(issues.map(\.line), [line, line + 4, line + 2])
    claim(issues.first?.message.contains("to call `assert`") == true, "\(issues)")
  }

  @Test nonisolated(nonsending) func `A clock that an effect moves stands still`() async {
    let clock = TestClock()
    let store = sleepingStore(clock) {
      await clock.advance(by: .seconds(1))
      await clock.run()
      await Task { await clock.advance(by: .seconds(1)) }.value
    }
    let issues = await withCapturedIssues {
      await store.send(.tap)
      await store.receive(.got(2))
    }
    claimEqual(issues.count, 3)
    claimEqual(store.state.values, [2])
    await clock.advance(by: .seconds(1))
    await store.receive(.got(1))
  }

  @Test nonisolated(nonsending) func `A check of a clock from an effect is one issue`() async {
    let clock = TestClock()
    let (line, store) = (
      Self.lineOfWork, sleepingStore(clock) { try await clock.checkSuspension() }
    )
    let issues = await withCapturedIssues { await store.send(.tap) }
    claimIssues(
      issues, at: [line], naming: "`checkSuspension`", "S24_NoWayInFromInsideTests.swift:\(line)")
    await store.receive(.got(2))
    await clock.advance(by: .seconds(1))
    await store.receive(.got(1))
  }

  @Test nonisolated(nonsending) func `A stub that an effect answers goes on waiting`() async {
    let stub = Stub<Void, Int>("Client.load")
    let store = Probe.store(
      effect: .merge(
        .run { send in await send(.got(try await stub.call())) },
        .run { _ in await stub.succeed(with: 1) }))
    let issues = await withCapturedIssues { await store.send(.tap) }
    claim(issues.count == 1 && issues[0].message.contains("`Client.load.answer`"), "\(issues)")
    await stub.succeed(with: 2)
    await store.receive(.got(2))
  }

  @Test nonisolated(nonsending) func `A second call of another task is an issue, and returns`()
    async
  {
    let (receiving, signal) = (Signal(), Signal())
    let store = Probe.store(onTap: { send in
      await send(.got(0))
      await signal.wait()
      await send(.got(1))
    })
    await store.send(.tap)
    let confined = RuntimeConfined(store)
    let second = Task {
      await receiving.wait()
      await confined.value.send(.rename("second"))
      signal.fire()
    }
    let issues = await withCapturedIssues {
      await store.receive(
        where: {
          receiving.fire()
          return $0 == .got(1)
        }, timeout: .seconds(3600))
    }
    await second.value
    claim(
      issues.count == 1 && issues[0].message.contains("`receive` at S24_NoWayIn"), "\(issues)")
    claimEqual(store.state, Probe.State(taps: 1, values: [0, 1]))
  }

  @Test nonisolated(nonsending) func `Calls one after the other are none, from whatever task`()
    async
  {
    let store = Probe.store(onTap: { await $0(.got(1)) })
    let confined = RuntimeConfined(store)
    await Task.detached { _ = await confined.value.send(.tap) }.value
    await store.receive(.got(1))
    await Task { @MainActor in await confined.value.finish() }.value
  }
}
