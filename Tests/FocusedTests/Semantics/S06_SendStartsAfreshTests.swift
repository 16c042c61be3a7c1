import FocusedTestStore
import Testing

/// In `.off`, a `send` drops the actions that were received before it.
struct S06_SendStartsAfreshTests {
  @Test func `An old response never satisfies a new expectation`() async {
    let store = Probe.store(effect: .send(.got(1)))
    await store.send(.tap)
    await store.send(.idle)
    await claimOneIssue(naming: "got(1)") {
      await store.receive(.got(1)); return #line
    }
    await store.assertNotReceived(.got(1))
  }

  @Test func `A response to an earlier send that comes later does`() async {
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
