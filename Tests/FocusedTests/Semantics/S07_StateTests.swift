import FocusedTestStore
import Testing

/// The value of `store.state`.
struct S07_StateTests {
  private static func store(_ exhaustivity: Exhaustivity) -> TestStore<Probe.State, Probe.Action> {
    Probe.store(exhaustivity, effect: .merge(.send(.got(1)), .send(.got(2))))
  }

  @Test func `Off it is the live state`() async {
    let store = Self.store(.off)
    await store.send(.tap)
    claimEqual(store.state.values, [1, 2])
    await store.receive(.got(1))
    claimEqual(store.state.values, [1, 2])
  }

  @Test func `On it is the state as of the last asserted step`() async {
    let store = Self.store(.on)
    await store.send(.tap) { $0.taps = 1 }
    claimEqual(store.state, Probe.State(taps: 1))
    await store.receive(.got(1)) { $0.values = [1] }
    claimEqual(store.state.values, [1])
    store.assert { $0.values = [1] }
    claimEqual(withCapturedIssues { store.assert { $0.values = [1, 2] } }.count, 1)
    await store.receive(.got(2)) { $0.values = [1, 2] }
    claimEqual(store.state.values, [1, 2])
  }

  @Test func `In a closure it is the state before that step`() async {
    for exhaustivity in [Exhaustivity.on, .off] {
      let store = Self.store(exhaustivity)
      await store.send(.tap) {
        claimEqual(store.state.taps, 0)
        $0.taps = store.state.taps + 1
      }
      await store.receive(.got(1)) {
        claimEqual(store.state.values, [])
        $0.values = store.state.values + [1]
      }
      await store.receive(.got(2)) { $0.values = store.state.values + [2] }
    }
  }
}
