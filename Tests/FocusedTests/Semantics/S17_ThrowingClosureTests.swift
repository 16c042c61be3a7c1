import FocusedTestStore
import Testing

/// An error thrown in an assert closure is an issue with that error.
@Suite struct S17_ThrowingClosureTests {
  private struct Torn: Error {}

  @Test nonisolated(nonsending) func `It is one issue at the step`() async {
    for exhaustivity in [Exhaustivity.on, .off] {
      let store = Probe.store(exhaustivity, effects: { $0 == .tap ? .send(.got(1)) : .none })
      await claimOneIssue(naming: "Torn") {
        await store.send(.tap) { _ in throw Torn() }; return #line
      }
      await claimOneIssue(naming: "Torn") {
        await store.receive(.got(1)) { _ in throw Torn() }; return #line
      }
      await claimOneIssue(naming: "Torn") {
        store.assert { _ in throw Torn() }; return #line
      }
      await store.send(.rename("Blob")) { $0.name = "Blob" }
    }
  }
}
