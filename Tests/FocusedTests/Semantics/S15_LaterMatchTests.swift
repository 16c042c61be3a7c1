import FocusedTestStore
import Testing

/// The failure of a `send` closure that holds only after an effect's action names that action.
struct S15_LaterMatchTests {
  @Test func `The issue names the action after which it holds`() async {
    let store = Probe.store(effect: .merge(.send(.got(1)), .send(.got(2))))
    await claimOneIssue(naming: "got(2)") {
      await store.send(.tap) { $0.values = [1, 2] }; return #line
    }
    await store.receive(.got(2)) { $0.values = [1, 2] }
    store.assert { $0.values = [1, 2] }
  }

  @Test func `A closure is not run on later states`() async {
    let store = Probe.store(effect: .merge(.send(.got(1)), .send(.got(2))))
    var seen: [Probe.State] = []
    func update(_ state: inout Probe.State) {
      seen.append(state)
      state.name = "Blob"
    }
    await claimOneIssue(naming: "Blob") {
      await store.send(.tap, assert: update); return #line
    }
    claim(seen.allSatisfy { $0.taps == 1 && $0.values == [] }, "\(seen)")
  }
}
