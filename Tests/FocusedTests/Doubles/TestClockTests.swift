import FocusedTestStore
import Testing

struct TestClockTests {
  private let clock = TestClock()

  @Test(.schedules(1)) func `Equal deadlines wake in the order of going to sleep`() async {
    let store = Probe.store(
      effect: .merge(
        (0..<10).map { n in
          .run { send in
            try await clock.sleep(until: .init(offset: .seconds(1)))
            await send(.got(n))
          }
        }))
    await store.send(.tap)
    await clock.advance(to: .init(offset: .seconds(1)))
    claimEqual(store.state.values, Array(0..<10))
    claimEqual(clock.now, .init(offset: .seconds(1)))
  }

  @Test func `It never goes back`() async {
    let clock = TestClock<Duration>(now: .init(offset: .seconds(5)))
    await clock.advance(to: .init(offset: .seconds(1)))
    claimEqual(clock.now, .init(offset: .seconds(5)))
  }

  @Test func `It can run until all sleepers have woken`() async {
    let store = Probe.store(onTap: { send in
      for n in 1...5 {
        try await clock.sleep(for: .seconds(n))
        await send(.got(n))
      }
    })
    await store.send(.tap)
    await clock.run()
    claimEqual(store.state.values, [1, 2, 3, 4, 5])
    claimEqual(clock.now, .init(offset: .seconds(15)))
  }

  @Test func `A cancelled sleeper throws at once`() async {
    let store = Probe.store(onTap: { send in
      let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
      sleeper.cancel()
      do { try await sleeper.value } catch is CancellationError { await send(.got(1)) }
    })
    await store.send(.tap)
    await store.receive(.got(1), timeout: .seconds(60))
  }

  @Test func `Two stores can share one`() async {
    let stores = (1...2).map { n in
      Probe.store(onTap: { send in
        try await clock.sleep(for: .seconds(n))
        await send(.got(n))
      })
    }
    for store in stores { await store.send(.tap) }
    await clock.advance(by: .seconds(1))
    claimEqual(stores.map(\.state.values), [[1], []])
    await clock.advance(by: .seconds(1))
    claimEqual(stores.map(\.state.values), [[1], [2]])
  }

  @Test func `Stores run before time moves, in the order of their first effects`() async {
    let log = Collected<Int>()
    let sources = (0..<20).map { _ in AsyncStream<Int>.makeStream() }
    let stores = sources.indices.map { n in
      Probe.store(onTap: { [stream = sources[n].stream] _ in
        for await _ in stream { log.append(n) }
      })
    }
    for store in stores { await store.send(.tap) }
    for source in sources.reversed() { source.continuation.yield(1) }
    await clock.advance()
    claimEqual(log.values, Array(0..<20))
  }
}
