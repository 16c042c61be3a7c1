import FocusedTestStore
import Testing

/// Exhaustivity can change at any point. Steps that happened in `.off` stay skipped.
struct S12_TogglingTests {
  private static func store(
    _ exhaustivity: Exhaustivity, clock: TestClock<Duration> = TestClock()
  ) -> TestStore<Probe.State, Probe.Action> {
    Probe.store(
      exhaustivity,
      effects: {
        switch $0 {
        case .tap: .merge(.send(.got(1)), .send(.got(2)))
        case .idle: .run { _ in try await clock.sleep(for: .seconds(1)) }
        default: .none
        }
      })
  }

  @Test func `Back on, the live state is the baseline`() async {
    let store = Self.store(.on)
    store.exhaustivity = .off
    await store.send(.tap)
    store.exhaustivity = .on
    claimEqual(store.state, Probe.State(taps: 1, values: [1, 2]))
    await store.send(.rename("Blob")) { $0.name = "Blob" }
    await claimOneIssue(naming: "got(1)") {
      await store.receive(.got(1)); return #line
    }
  }

  @Test func `A scope ends with what was before`() async {
    let store = Self.store(.on)
    await store.withExhaustivity(.off) { await store.send(.tap) }
    claimEqual(store.exhaustivity, .on)
    await claimOneIssue(naming: "there is no closure") {
      await store.send(.rename("Blob")); return #line
    }
    store.withExhaustivity(.off) { claimEqual(store.exhaustivity, .off) }
    await store.send(.rename("Blob jr")) { $0.name = "Blob jr" }
  }

  @Test func `A send that is expected to fail needs no result type`() async {
    let store = Self.store(.on)
    await withKnownIssue {
      await store.withExhaustivity(.off) { await store.send(.tap) { $0.taps = 9 } }
    }
    let task = await store.withExhaustivity(.off) { await store.send(.idle) }
    claim(!task.isFinished)
    await task.cancel()
  }

  @Test func `Effects still in flight count again`() async {
    var line = 0
    let issues = await withCapturedIssues {
      let store = Self.store(.off)
      await store.send(.idle); line = #line
      store.exhaustivity = .on
    }
    claimIssues(issues, at: [line])
  }

  @Test func `Off, what was received while on can be asserted in any order`() async {
    let store = Self.store(.on)
    await store.send(.tap) { $0.taps = 1 }
    store.exhaustivity = .off
    claimEqual(store.state.values, [1, 2])
    await store.receive(.got(2))
    await store.receive(.got(1)) { $0.values = [1] }
  }

  @Test func `A store that checks only states can check everything later`() async {
    let store = Self.store(.on(checking: .stateChanges))
    await store.send(.tap) { $0.taps = 1 }
    claimEqual(store.state.values, [1, 2])
    await claimOneIssue(naming: "there is no closure") {
      await store.send(.tap); return #line
    }
    store.exhaustivity = .on
    claimEqual(store.state.values, [1, 2, 1, 2])
    await store.send(.rename("Blob")) { $0.name = "Blob" }
  }
}
