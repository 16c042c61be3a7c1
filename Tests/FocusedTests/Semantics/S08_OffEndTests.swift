import FocusedTestStore
import Testing

/// In `.off`, a test may end with unasserted actions and with effects in flight.
struct S08_OffEndTests {
  @Test func `Unasserted actions and effects in flight are no issue`() async {
    let clock = TestClock()
    let cancelled = Collected<Bool>()
    let issues = await withCapturedIssues {
      let store = Probe.store(onTap: { send in
        await send(.got(1))
        try? await clock.sleep(for: .seconds(1))
        cancelled.append(Task.isCancelled)
      })
      await store.send(.tap)
    }
    claimIssues(issues, at: [])
    claimEqual(cancelled.values, [true])
  }
}
