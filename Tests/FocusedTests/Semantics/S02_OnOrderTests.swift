import FocusedTestStore
import Testing

/// In `.on` received actions are asserted one by one, in the order received.
struct S02_OnOrderTests {
  private static func store(_ exhaustivity: Exhaustivity = .on) -> TestStore<
    Probe.State, Probe.Action
  > {
    Probe.store(exhaustivity, effect: .merge(.send(.got(1)), .send(.got(2)), .send(.got(3))))
  }

  @Test func `Each action is received in turn`() async {
    let store = Self.store()
    await store.send(.tap) { $0.taps = 1 }
    await store.receive(.got(1)) { $0.values = [1] }
    await store.receive(.got(2)) { $0.values = [1, 2] }
    await store.receive(.got(3)) { $0.values = [1, 2, 3] }
  }

  @Test func `In order means nothing in between`() async {
    let store = Self.store()
    await store.send(.tap) { $0.taps = 1 }
    await store.withExhaustivity(.on(checking: [.receivedActions, .inFlightEffects])) {
      await store.receive(inOrder: .got(1), .got(2), .got(3))
      await store.send(.tap)
      await claimOneIssue(naming: "Expected to receive .got(3), but .got(2)") {
        await store.receive(inOrder: .got(1), .got(3)); return #line
      }
      await store.send(.tap)
      await claimOneIssue(naming: "Expected to receive .got(2), but .got(1)") {
        await store.receive(inOrder: .got(2), .got(1)); return #line
      }
      await store.receive(.got(3))
    }
  }
}
