import FocusedTestStore
import Testing

/// `advance` wakes sleepers in the order of their deadlines, and runs effects until they are idle after each one.
struct S11_ClockTests {
  @Test(.schedules(1))
  nonisolated(nonsending) func `Sleepers wake in the order of their deadlines`() async {
    let clock = TestClock()
    let store = Probe.store(
      effect: .merge(
        [3, 1, 2, 1].enumerated().map { place, seconds in
          .run { send in
            try await clock.sleep(for: .seconds(seconds))
            await send(.got(seconds * 10 + place))
          }
        }))
    await store.send(.tap)
    claimEqual(store.state.values, [])
    await clock.advance(by: .seconds(2))
    claimEqual(store.state.values, [11, 13, 22])
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.values, [11, 13, 22, 30])
  }

  @Test(.schedules(1)) nonisolated(nonsending) func `Effects rest after each, and may sleep again`()
    async
  {
    let clock = TestClock()
    let store = Probe.store(
      effect: .merge(
        [2, 3].map { step in
          .run { send in
            for _ in 0..<3 {
              try await clock.sleep(for: .seconds(step))
              for _ in 0..<20 { await Task.yield() }
              await send(.got(step))
            }
          }
        }))
    await store.send(.tap)
    await clock.advance(by: .seconds(9))
    // The times are 2, 3, 4, 6 (requested at 3, before the other one requested at 4), 6, and 9.
    claimEqual(store.state.values, [2, 3, 2, 3, 2, 3])
    await store.finish()
  }

  @Test(.schedules(1))
  nonisolated(nonsending) func `What a test has brought about comes before time moves`() async {
    struct Lost: Error {}
    let clock = TestClock()
    let (stream, connection) = AsyncThrowingStream.makeStream(of: Int.self)
    let store = Probe.store(onTap: { send in
      do {
        for try await value in stream { await send(.got(value)) }
      } catch {
        try await clock.sleep(for: .seconds(1))
        await send(.got(0))
      }
    })
    await store.send(.tap)
    connection.yield(7)
    connection.finish(throwing: Lost())
    // Nothing sleeps on the clock yet, and the clock isn't connected to the store.
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.values, [7, 0])
    await store.receive(.got(0))
  }

  @Test(.schedules(1))
  nonisolated(nonsending) func `A clock on which something arrives to sleep is not at rest`() async
  {
    let clock = TestClock()
    let (stream, connection) = AsyncStream.makeStream(of: Int.self)
    let store = Probe.store(onTap: { _ in
      for await _ in stream { try await clock.sleep(for: .seconds(1)) }
    })
    await store.send(.tap)
    connection.yield(7)
    do {
      try await clock.checkSuspension()
      claim(false)
    } catch {
      claim(error is TestClock<Duration>.SuspensionError)
    }
  }

  @Test
  nonisolated(nonsending) func `An error of an effect is an issue of the advance that woke it`()
    async
  {
    struct Broken: Error {}
    let clock = TestClock()
    let line = #line + 2
    let store = Probe.store(
      effect: .run { _ in
        try await clock.sleep(for: .seconds(1))
        throw Broken()
      })
    await store.send(.tap)
    let issues = await withCapturedIssues { await clock.advance(by: .seconds(1)) }
    claim(issues.count == 1 && abs(issues[0].line - line) <= 1, "\(issues)")
  }
}
