import FocusedTestStore
import Testing

/// Skipped actions and effects count as accounted for.
struct S19_SkippingTests {
  @Test nonisolated(nonsending) func `Skipping received actions moves the state on`() async {
    let store = Probe.store(.on, effects: { $0 == .tap ? .send(.got(1)) : .none })
    await store.send(.tap) { $0.taps = 1 }
    claimEqual(store.state.values, [])
    await store.skipReceivedActions()
    claimEqual(store.state.values, [1])
    await store.finish()
  }

  @Test nonisolated(nonsending) func `Skipping effects cancels them and what would follow`() async {
    let clock = TestClock()
    let store = Probe.store(
      .on,
      effects: {
        guard $0 == .tap else { return .none }
        return .concatenate(
          .run { _ in try await clock.sleep(for: .seconds(1)) }, .send(.got(1)))
      })
    await store.send(.tap) { $0.taps = 1 }
    await store.skipInFlightEffects()
    await clock.advance(by: .seconds(2))
    await store.finish()
  }

  @Test nonisolated(nonsending) func `An effect that ignores its cancellation is skipped too`()
    async
  {
    let signal = Signal()
    let store = Probe.store(
      .on,
      onTap: { send in
        await signal.wait()
        await send(.got(1))
      })
    await store.send(.tap) { $0.taps = 1 }
    await store.skipInFlightEffects()
    signal.fire()
    await store.settle()
    await store.finish()
  }
}
