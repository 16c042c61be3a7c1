import FocusedTestStore
import Testing

struct EffectTimingTests {
  @Test func `A debounced effect starts once it has been quiet`() async {
    let clock = TestClock()
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
    let clock = TestClock()
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
}
