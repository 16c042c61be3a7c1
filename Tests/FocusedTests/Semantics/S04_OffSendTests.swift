import FocusedTestStore
import Testing

/// In `.off`, only the fields that a `send` closure writes are compared.
struct S04_OffSendTests {
  @Test func `A field that is not touched is not compared`() async {
    let store = TestStore(.off, initialState: Probe.State()) {
      Reduce<Probe.State, Probe.Action> { state, _ in
        state = Probe.State(taps: 1, name: "Blob", values: [1])
        return .none
      }
    }
    await store.send(.tap) { $0.name = "Blob" }
    await claimOneIssue(naming: "Other") {
      await store.send(.tap) { $0.name = "Other" }; return #line
    }
  }

  @Test func `A closure that changes nothing is fine`() async {
    await Probe.store().send(.idle) { $0.taps = 0 }
    let store = Probe.store()
    await claimOneIssue(naming: "taps: 1") {
      await store.send(.idle) { $0.taps = 1 }; return #line
    }
  }
}
