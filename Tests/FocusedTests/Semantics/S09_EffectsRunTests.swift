import FocusedTestStore
import Testing

/// When `send` returns, everything that needs no outside event has run, in a fixed order.
struct S09_EffectsRunTests {
  private actor Numbers {
    var next = 0
    func take() -> Int {
      next += 1
      return next
    }
  }

  @Test(.schedules(1)) nonisolated(nonsending) func `All pure asynchronous work has run`() async {
    let store = Probe.store(onTap: { send in
      for _ in 0..<100 { await Task.yield() }
      await send(.got(1))
      async let child: Void = send(.got(2))
      await child
      await withTaskGroup { group in
        for n in 3...5 { group.addTask { await send(.got(n)) } }
      }
      let numbers = Numbers()
      for _ in 0..<5 { _ = await numbers.take() }
      await send(.got(await numbers.take()))
      for await n in AsyncStream(unfolding: { await numbers.take() }).prefix(2) {
        await send(.got(n))
      }
      try await ImmediateClock().sleep(for: .seconds(3600))
      await send(.got(9))
    })
    await store.send(.tap)
    claimEqual(store.state.values, [1, 2, 3, 4, 5, 6, 7, 8, 9])
    await store.finish()
  }

  @Test nonisolated(nonsending) func `Streams fed by other effects have been read`() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let store = Probe.store(
      effect: .merge(
        .run { send in for await n in stream { await send(.got(n)) } },
        .run { _ in
          for n in 1...3 {
            continuation.yield(n)
            await Task.yield()
          }
          continuation.finish()
        }))
    await store.send(.tap)
    claimEqual(store.state.values, [1, 2, 3])
    await store.finish()
  }

  @Test nonisolated(nonsending) func `Nothing waits for receive, and what comes later has not run`()
    async
  {
    let clock = TestClock()
    let store = Probe.store(
      .on,
      onTap: { send in
        await send(.got(1))
        try await clock.sleep(for: .seconds(1))
        await send(.got(2))
      })
    await store.send(.tap) { $0.taps = 1 }
    claimEqual(store.history.map(\.action), [.tap, .got(1)])
    await store.receive(.got(1)) { $0.values = [1] }
    await clock.advance(by: .seconds(1))
    await store.receive(.got(2)) { $0.values = [1, 2] }
  }

  @Test nonisolated(nonsending) func `A sent action comes before any asynchronous effect`() async {
    let store = Probe.store(effects: {
      switch $0 {
      case .tap: .merge(.run { await $0(.got(2)) }, .send(.got(1)))
      default: .none
      }
    })
    await store.send(.tap)
    claimEqual(store.state.values, [1, 2])
    claimEqual(
      store.history.map(\.origin),
      [.sent, .received(fromEffectOf: 0), .received(fromEffectOf: 0)])
  }

  @Test nonisolated(nonsending) func `What an action sends is reduced before its effect goes on`()
    async
  {
    let store = Probe.store(effects: {
      switch $0 {
      case .tap:
        .run { send in
          await send(.got(1))
          await send(.got(3))
          await Task.detached { await send(.got(1)) }.value
          await send(.got(3))
        }
      case .got(1): .send(.got(2))
      default: .none
      }
    })
    await store.send(.tap)
    await store.finish(timeout: .seconds(3600))
    claimEqual(store.state.values, [1, 2, 3, 1, 2, 3])
  }

  @Test nonisolated(nonsending) func `A follow-up can cancel the effect that caused it`() async {
    let store = Probe.store(effects: {
      switch $0 {
      case .tap:
        .run { send in
          await send(.got(1))
          await send(.got(2))
        }
        .cancellable(id: 1)
      case .got(1): .send(.idle)
      case .idle: .cancel(id: 1)
      default: .none
      }
    })
    await store.send(.tap)
    claimEqual(store.state.values, [1])
    await store.finish()
  }

  @Test(.needsOwnership)
  nonisolated(nonsending) func `A cancelled test sees the same`() async {
    let values = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let store = Probe.store(onTap: { @MainActor send in await send(.got(1)) })
      await store.send(.tap)
      return store.state.values
    }.value
    claimEqual(values, [1])
  }

  @Test nonisolated(nonsending) func `An actor that other tests use, too, is waited for`() async {
    let shared = Numbers()
    let late = await withTaskGroup { group in
      for _ in 0..<200 {
        group.addTask {
          let store = Probe.store(onTap: { send in
            for _ in 0..<3 { _ = await shared.take() }
            await send(.got(1))
          })
          await store.send(.tap)
          return store.state.values == [1] ? 0 : 1
        }
      }
      return await group.reduce(0, +)
    }
    claimEqual(late, 0)
  }

  @Test nonisolated(nonsending) func `Two hundred runs have equal histories`() async {
    var first: (actions: [Probe.Action], origins: [StepOrigin])?
    for _ in 0..<200 {
      let store = Probe.store(
        effect: .merge(
          (0..<4).map { n in
            .run { send in
              for _ in 0..<n { await Task.yield() }
              await withTaskGroup { group in
                for m in 0..<3 {
                  group.addTask {
                    if m == 1 { await Task.yield() }
                    await send(.got(n * 10 + m))
                  }
                }
              }
              _ = await Numbers().take()
              await send(.got(n * 10 + 9))
            }
          }))
      await store.send(.tap)
      claimEqual(store.history.count, 17)
      let history = (store.history.map(\.action), store.history.map(\.origin))
      claim(first.map { $0 == history } ?? true, "\(history.0)")
      first = history
    }
  }
}
