import FocusedTestStore
import Testing

/// In `.off`, a `receive` matches the first action not yet asserted, in any position.
struct S05_ReceiveInAnyOrderTests {
  private static func sent(_ values: Int...) async -> TestStore<Probe.State, Probe.Action> {
    let store = Probe.store(effect: .merge(values.map { .send(.got($0)) }))
    await store.send(.tap)
    return store
  }

  @Test func `The order of receives does not matter`() async {
    let store = await Self.sent(1, 2, 3)
    await store.receive(.got(3))
    await store.receive(.got(1))
    await store.receive(.got(2))
    await claimOneIssue(naming: "got(4)") {
      await store.receive(.got(4)); return #line
    }
  }

  @Test func `The closure sees the state right after that action`() async {
    let store = await Self.sent(1, 2, 3)
    await store.receive(.got(2)) { $0.values = [1, 2] }
    await store.receive(.got(3)) { $0.values = [1, 2, 3] }
    await claimOneIssue(naming: "values") {
      await store.receive(.got(1)) { $0.values = [1, 2, 3] }; return #line
    }
  }

  @Test func `Conditions and cases match in any order too`() async {
    let store = await Self.sent(1, 2, 3)
    await store.receive(where: { $0 == .got(3) })
    await store.receive(case: { .got($0) }, 2)
    await store.receive(case: { .got($0) })
    await claimOneIssue(naming: "received 3 times") {
      await store.receive(case: { .got($0) }); return #line
    }
  }

  @Test func `In order allows others in between`() async {
    let store = await Self.sent(1, 2, 3)
    await store.receive(inOrder: .got(1), .got(3))
    await store.receive(.got(2))
  }

  @Test func `What was received since the last send was received, asserted or not`() async {
    let store = await Self.sent(1, 2)
    await store.receive(.got(1))
    await store.assertNotReceived(.got(3))
    await claimOneIssue(naming: "Expected not to receive .got(1)") {
      await store.assertNotReceived(.got(1)); return #line
    }
    await claimOneIssue(naming: "Expected not to receive .got(2)") {
      await store.assertNotReceived(.got(2)); return #line
    }
    await claimOneIssue(naming: "but .got(1) was received") {
      await store.assertNotReceived(case: { .got($0) }); return #line
    }
    await claimOneIssue(naming: "but .got(2) was received") {
      await store.assertNotReceived(where: { $0 == .got(2) }); return #line
    }
  }
}
