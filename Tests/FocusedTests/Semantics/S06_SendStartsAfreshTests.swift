import FocusedTestStore
import Testing

/// In `.off`, a `send` drops the actions that were received before it.
struct S06_SendStartsAfreshTests {
  @Test nonisolated(nonsending) func `An old response never satisfies a new expectation`() async {
    let store = Probe.store(effects: { $0 == .tap ? .send(.got(1)) : .none })
    await store.send(.tap)
    await store.send(.idle)
    await claimOneIssue(naming: "got(1)") {
      await store.receive(.got(1)); return #line
    }
    await store.assertNotReceived(.got(1))
  }

  @Test nonisolated(nonsending) func `A response to an earlier send that comes later does`() async {
    let clock = TestClock()
    let store = Probe.store(onTap: { send in
      try await clock.sleep(for: .seconds(1))
      await send(.got(1))
    })
    await store.send(.tap)
    await store.send(.idle)
    await clock.advance(by: .seconds(1))
    await store.receive(.got(1)) { $0.values = [1] }
  }
}
