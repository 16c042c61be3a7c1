import FocusedTestStore
import Testing

/// In `.on` a `send` closure describes the whole change of the state.
struct S01_OnSendTests {
  @Test nonisolated(nonsending) func `The closure turns the state before into the state after`()
    async
  {
    let store = Probe.store(.on)
    await store.send(.tap) { $0.taps += 1 }
    await store.send(.rename("Blob")) { $0.name = "Blob" }
    await store.send(.idle)
  }

  @Test nonisolated(nonsending) func `A wrong value is an issue`() async {
    let store = Probe.store(.on)
    await claimOneIssue(naming: "tap") {
      await store.send(.tap) { $0.taps = 2 }; return #line
    }
  }

  @Test nonisolated(nonsending) func `A field that the closure leaves out is an issue`() async {
    let store = Probe.store(.on)
    await claimOneIssue(naming: "taps: 1") {
      await store.send(.tap) { $0.name = "Blob" }; return #line
    }
  }

  @Test nonisolated(nonsending) func `Without a closure a change is an issue`() async {
    let store = Probe.store(.on)
    await claimOneIssue(naming: "there is no closure") {
      await store.send(.tap); return #line
    }
    claimEqual(store.state.taps, 1)
  }

  @Test nonisolated(nonsending) func `A closure that changes nothing is an issue`() async {
    let store = Probe.store(.on)
    await claimOneIssue(naming: "the closure changes nothing") {
      await store.send(.idle) { _ in }; return #line
    }
    await claimOneIssue(naming: "the closure changes nothing") {
      await store.send(.idle) { $0.taps = 0 }; return #line
    }
  }

  @Test
  nonisolated(nonsending) func `The state right after the reducer counts, not what effects add`()
    async
  {
    let store = Probe.store(.on, effects: { $0 == .tap ? .send(.got(1)) : .none })
    await store.send(.tap) { $0.taps = 1 }
    await store.receive(.got(1)) { $0.values = [1] }
  }
}
