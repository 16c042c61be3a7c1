import FocusedTestStore
import Testing

/// In `.off` a closure may set values, or change what was before.
@Suite struct S14_TwoReadingsTests {
  @Test nonisolated(nonsending) func `A change of the state before is as good as its result`() async
  {
    let store = Probe.store(effects: { $0 == .tap ? .send(.got(1)) : .none })
    await store.send(.tap) { $0.taps += 1 }
    await store.receive(.got(1)) { $0.values.append(1) }
    await store.send(.tap) { $0.taps = 2 }
    await store.receive(.got(1)) { $0.values = [1, 1] }
  }

  @Test nonisolated(nonsending) func `When both readings fail there is one issue`() async {
    let store = Probe.store(effects: { $0 == .tap ? .send(.got(1)) : .none })
    await claimOneIssue {
      await store.send(.tap) { $0.taps += 2 }; return #line
    }
    await claimOneIssue {
      await store.receive(.got(1)) { $0.values.append(2) }; return #line
    }
  }
}
