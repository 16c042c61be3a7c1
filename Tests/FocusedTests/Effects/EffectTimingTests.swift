import FocusedTestStore
import Testing

struct EffectTimingTests {
  private let clock = TestClock()

  @Test func `A debounced effect starts once it has been quiet`() async {
    var taps = 0
    let store = Probe.store(effects: { action in
      guard action == .tap else { return .none }
      taps += 1
      return Effect.send(.got(taps)).debounce(id: 1, for: .seconds(1), clock: clock)
    })
    for _ in 0..<3 {
      await store.send(.tap)
      await clock.advance(by: .milliseconds(500))
    }
    #expect(store.state.values == [])
    await clock.advance(by: .milliseconds(500))
    #expect(store.state.values == [3])
    await store.send(.tap)
    await clock.run()
    #expect(store.state.values == [3, 4])
    await store.finish()
  }

  /// Combine's `throttle(for: 0.5)` publishes these values: the first value at once, and then at most one value at the
  /// end of each interval, namely the first or the latest value of the interval.
  @Test(arguments: [(true, [0, 2, 5, 6]), (false, [0, 1, 3, 6])])
  func `A throttled effect starts when Combine publishes`(latest: Bool, expected: [Int]) async {
    let store = Probe.store(effects: { action in
      guard case .rename(let value) = action else { return .none }
      return Effect.run { await $0(.got(Int(value) ?? -1)) }
        .throttle(id: 1, for: .milliseconds(500), clock: clock, latest: latest)
    })
    await store.send(.rename("0"))
    #expect(store.state.values == [0])
    for (value, time) in [(1, 100), (2, 200), (3, 600), (4, 700), (5, 900), (6, 1_200)] {
      await clock.advance(to: .init(offset: .milliseconds(time)))
      await store.send(.rename("\(value)"))
    }
    #expect(store.state.values == Array(expected.prefix(3)))
    await clock.advance(to: .init(offset: .milliseconds(1_499)))
    #expect(store.state.values == Array(expected.prefix(3)))
    await clock.advance(to: .init(offset: .milliseconds(1_500)))
    #expect(store.state.values == expected)
    // A value after a quiet interval is published at once.
    await clock.advance(to: .init(offset: .milliseconds(2_001)))
    await store.send(.rename("7"))
    #expect(store.state.values == expected + [7])
    await store.finish()
  }

  @Test(arguments: [(true, [1, 3]), (false, [1, 2])])
  func `At the end of an interval, only one throttled effect starts`(
    latest: Bool, expected: [Int]
  ) async {
    let store = throttlingStore { effect, _ in
      effect.throttle(id: 1, for: .seconds(1), clock: LateClock(clock), latest: latest)
    }
    await store.send(.rename("1"))
    await store.send(.rename("2"))
    // The interval ends, but the effect that waits for its end has not resumed.
    await clock.advance(by: .seconds(1))
    await store.send(.rename("3"))
    await clock.run()
    #expect(store.state.values == expected)
  }

  @Test func `A cancelled effect doesn't keep another one from waiting for the interval's end`()
    async
  {
    let store = throttlingStore { effect, action in
      let throttled = effect.throttle(id: 1, for: .seconds(1), clock: clock, latest: false)
      return action == .rename("3") ? .merge(.cancel(id: 1), throttled) : throttled
    }
    for value in ["1", "2", "3"] { await store.send(.rename(value)) }
    await clock.run()
    #expect(store.state.values == [1, 3])
  }

  @Test func `Equal numbers of two types throttle the same effects`() async {
    let store = throttlingStore { effect, action in
      action == .rename("3")
        ? effect.throttle(id: UInt8(1), for: .seconds(1), clock: clock, latest: true)
        : effect.throttle(id: 1, for: .seconds(1), clock: clock, latest: true)
    }
    for value in ["1", "2", "3"] { await store.send(.rename(value)) }
    await clock.run()
    #expect(store.state.values == [1, 3])
  }

  @Test func `An interval begins when its effect starts, not when the effect is returned`() async {
    let store = throttlingStore { effect, _ in
      effect.throttle(id: 1, for: .seconds(1), clock: clock, latest: true)
        .delay(for: .seconds(5), clock: clock)
    }
    await store.send(.rename("1"))
    await clock.advance(by: .milliseconds(500))
    await store.send(.rename("2"))
    await clock.advance(by: .milliseconds(5_499))
    #expect(store.state.values == [1])
    await clock.advance(by: .milliseconds(1))
    #expect(store.state.values == [1, 2])
  }

  @Test func `The issue of a throttle's clock names the action`() async {
    let store = throttlingStore { effect, _ in
      @Dependency(\.continuousClock) var clock
      return effect.throttle(id: 1, for: .seconds(1), clock: clock, latest: true)
    }
    let line = #line + 1
    let issues = await withCapturedIssues { await store.send(.rename("1")) }
    claimEqual(issues.count, 1)
    claimEqual(
      issues.first?.message.split(separator: "\n").last.map(String.init),
      "This happened while reducing .rename(\"1\"), sent at EffectTimingTests.swift:\(line).")
  }

  /// A store in which `.rename` returns an effect that sends the name as a number.
  private func throttlingStore(
    _ effects: @escaping (_ effect: Effect<Probe.Action>, Probe.Action) -> Effect<Probe.Action>
  ) -> TestStore<Probe.State, Probe.Action> {
    Probe.store(effects: { action in
      switch action {
      case .rename(let name): effects(.run { await $0(.got(Int(name) ?? -1)) }, action)
      case .tap: effects(.none, action)
      default: .none
      }
    })
  }
}

/// A clock whose sleepers resume late, as on a busy machine.
private struct LateClock: Clock {
  let base: TestClock<Duration>

  init(_ base: TestClock<Duration>) { self.base = base }

  var now: TestClock<Duration>.Instant { base.now }
  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: TestClock<Duration>.Instant, tolerance: Duration?) async throws {
    try await base.sleep(until: deadline.advanced(by: .milliseconds(1)), tolerance: tolerance)
  }
}
