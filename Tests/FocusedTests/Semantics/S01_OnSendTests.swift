import FocusedTestStore
import Testing

/// In `.on` a `send` closure describes the whole change of the state. `StateMessageTests` has the other failures.
struct S01_OnSendTests {
  @Test func `The closure turns the state before into the state after`() async {
    let store = Probe.store(.on)
    await store.send(.tap) { $0.taps += 1 }
    await store.send(.rename("Blob")) { $0.name = "Blob" }
    await store.send(.idle)
  }

  @Test func `The state right after the reducer counts, not what effects add`() async {
    let store = Probe.store(.on, effect: .send(.got(1)))
    await store.send(.tap) { $0.taps = 1 }
    await store.receive(.got(1)) { $0.values = [1] }
  }

  @Test func `A change that no closure states is reported`() async {
    let store = Probe.store(.on)
    await claimOneIssue(naming: "taps") {
      await store.send(.tap); return #line
    }
    await claimOneIssue(naming: "name") {
      await store.send(.rename("Blob")) { $0.taps = 1 }; return #line
    }
  }
}
