import FocusedTestStore
import Testing

/// Skipped actions and effects count as accounted for.
struct S19_SkippingTests {
  @Test func `Skipping received actions moves the state on`() async {
    let store = Probe.store(.on, effect: .send(.got(1)))
    await store.send(.tap) { $0.taps = 1 }
    claimEqual(store.state.values, [])
    await store.skipReceivedActions()
    claimEqual(store.state.values, [1])
    await store.finish()
  }

  @Test func `Skipping effects cancels them and what would follow`() async {
    let clock = TestClock()
    let store = Probe.store(
      .on,
      effect: .concatenate(.run { _ in try await clock.sleep(for: .seconds(1)) }, .send(.got(1))))
    await store.send(.tap) { $0.taps = 1 }
    await store.skipInFlightEffects()
    await clock.advance(by: .seconds(2))
    await store.finish()
  }

  @Test func `An effect that ignores its cancellation is skipped too`() async {
    let signal = Signal()
    let store = Probe.store(
      .on,
      onTap: { send in
        await signal.wait()
        await send(.got(1))
      })
    await store.send(.tap) { $0.taps = 1 }
    await store.skipInFlightEffects()
    await store.finish()
    signal.fire()
    await store.settle()
  }
}
