import FocusedTestStore
import Testing

/// In `.off` a closure states values, or describes a change. `ClosureReadingTests` has the hard cases.
struct S14_TwoReadingsTests {
  @Test nonisolated(nonsending) func `A change of the state before is as good as its result`() async
  {
    let store = Probe.store(effects: { $0 == .tap ? .send(.got(1)) : .none })
    await store.send(.tap) { $0.taps += 1 }
    await store.receive(.got(1)) { $0.values.append(1) }
    await store.send(.tap) { $0.taps = 2 }
    await store.receive(.got(1)) { $0.values = [1, 1] }
  }

  @Test nonisolated(nonsending) func `A closure runs three times at most`() async {
    let store = Probe.store()
    var runs = 0
    func count(_ update: @escaping (inout Probe.State) -> Void) -> (inout Probe.State) -> Void {
      runs = 0
      return {
        runs += 1; update(&$0)
      }
    }
    await store.send(.tap, assert: count { $0.taps = 1 })
    claimEqual(runs, 1)
    await store.send(.tap, assert: count { $0.taps += 1 })
    claimEqual(runs, 3)
    await claimOneIssue(naming: "taps: 7") {
      await store.send(.tap, assert: count { $0.taps = 7 }); return #line
    }
    claimEqual(runs, 2)
    await claimOneIssue(naming: "taps") {
      store.assert(count { $0.taps += 1 }); return #line
    }
    claimEqual(runs, 1)
  }
}
