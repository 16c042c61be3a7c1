import FocusedTestStore
import Testing

/// After a cancelled effect, the next effect of the sequence doesn't start.
struct CancelledSequenceTests {
  private let clock = TestClock()

  @Test func `the end of a store starts nothing`() async {
    let followed = Collected<Int>()
    do {
      let store = makeStore(followed)
      await store.send(.tap)
    }
    claimEqual(followed.values, [])
  }

  @Test func `what starts after the skipping runs as ever`() async {
    let store = makeStore(Collected())
    await store.send(.tap)
    await store.skipInFlightEffects()
    await store.send(.tap)
    await clock.advance(by: .seconds(1))
    await store.receive(.got(1))
  }

  private func makeStore(_ followed: Collected<Int>) -> TestStore<Probe.State, Probe.Action> {
    Probe.store(effects: { [clock] action in
      guard action == .tap else { return .none }
      return .run { send in
        followed.append(1)
        await send(.got(1))
      }
      .delay(for: .seconds(1), clock: clock)
    })
  }
}
