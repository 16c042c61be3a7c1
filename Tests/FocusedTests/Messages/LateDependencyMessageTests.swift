import FocusedTestStore
import Testing

/// A change of `store.dependencies` that is too late for an effect.
struct LateDependencyMessageTests {
  @Test func anEffectThatKeepsItsEndpointsIsSaidToHaveStartedBeforeTheChange() async {
    let clock = TestClock()
    let store = Self.store(clock)
    await store.send(.tap, line: 201)
    store.dependencies[Client.self].load = { 1 }
    let issues = await withCapturedIssues { await clock.advance(by: .seconds(1)) }
    expectIssue(issues, line: 41)
  }

  @Test func anEffectThatStartsAfterTheChangeUsesIt() async {
    let clock = TestClock()
    let store = Self.store(clock)
    store.dependencies[Client.self].load = { 1 }
    await store.send(.tap)
    await clock.advance(by: .seconds(1))
    await store.receive(.got(1))
  }

  private struct Client: TestDependencyKey {
    var load: @Sendable () -> Int

    static var testValue: Client {
      Client(
        load: unimplemented(
          "Client.load", placeholder: 0,
          fileID: "FocusedTests/LateDependencyMessageTests.swift", line: 41))
    }
  }

  private static func store(
    _ clock: TestClock<Duration>
  ) -> TestStore<Probe.State, Probe.Action> {
    Probe.store(
      clock: clock,
      onTap: { send in
        @Dependency(Client.self) var client
        try await clock.sleep(for: .seconds(1))
        await send(.got(client.load()))
      })
  }
}
