import FocusedTestStore
import Testing

/// One cause is one issue.
@Suite struct S21_OneCauseOneIssueTests {
  private static func store() -> TestStore<Probe.State, Probe.Action> {
    Probe.store(.on, effects: { $0 == .tap ? .send(.got(1)) : .none })
  }

  @Test nonisolated(nonsending) func `A wrong action does not also report a wrong state`() async {
    let store = Self.store()
    await store.send(.tap) { $0.taps = 1 }
    await claimOneIssue {
      await store.receive(.got(2)) { $0.values = [2] }; return #line
    }
    await store.send(.rename("Blob")) { $0.name = "Blob" }
    await store.finish()
  }

  @Test nonisolated(nonsending) func `A wrong state is not reported again by the next step`() async
  {
    let store = Self.store()
    await claimOneIssue {
      await store.send(.tap) { $0.taps = 9 }; return #line
    }
    await store.receive(.got(1)) { $0.values = [1] }
  }

  @Test nonisolated(nonsending) func `A missing action is one issue to the end of the store`() async
  {
    var line = 0
    let issues = await withCapturedIssues {
      let store = Self.store()
      await store.send(.rename("Blob")) { $0.name = "Blob" }
      await store.receive(.got(1)) { $0.values = [1] }; line = #line
      await store.finish()
    }
    claimIssues(issues, at: [line])
  }

  @Test nonisolated(nonsending) func `A receive that was forgotten is one issue`() async {
    var line = 0
    let issues = await withCapturedIssues {
      let store = Probe.store(
        .on, effects: { $0 == .tap ? .merge(.send(.got(1)), .send(.got(2))) : .none })
      await store.send(.tap) { $0.taps = 1 }
      await store.receive(.got(2)) { $0.values = [1, 2] }; line = #line
      await store.finish()
    }
    claimIssues(issues, at: [line])
  }
}
