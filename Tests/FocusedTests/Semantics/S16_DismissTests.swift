import FocusedTestStore
import Testing

/// In a root store `\.dismiss` ends the effects and sets `isDismissed`.
struct S16_DismissTests {
  private static func store() -> TestStore<Probe.State, Probe.Action> {
    Probe.store(
      .on(checking: [.stateChanges, .inFlightEffects]),
      effects: { action in
        @Dependency(\.dismiss) var dismiss
        @Dependency(\.continuousClock) var clock
        switch action {
        case .tap:
          return .concatenate(
            .run { _ in try await clock.sleep(for: .seconds(1)) },
            .run { send in await send(.got(1)) })
        case .idle: return .run { _ in await dismiss() }
        case .rename:
          return .run { send in
            await dismiss()
            await send(.got(2))
          }
        default: return .none
        }
      })
  }

  @Test nonisolated(nonsending) func `Dismissing ends all effects`() async {
    let store = Self.withClock()
    await store.send(.tap) { $0.taps = 1 }
    claim(!store.isDismissed)
    await store.send(.idle)
    claim(store.isDismissed)
    await store.finish()
    claimEqual(store.state.values, [])
  }

  @Test nonisolated(nonsending) func `Sending afterwards is one issue and changes nothing`() async {
    let store = Self.withClock()
    await store.send(.idle)
    await claimOneIssue(naming: "tap") {
      await store.send(.tap); return #line
    }
    claimEqual(store.state.taps, 0)
  }

  @Test nonisolated(nonsending) func `So is what the effect sends that has dismissed`() async {
    let store = Self.withClock()
    let issues = await withCapturedIssues {
      await store.send(.rename("Blob")) { $0.name = "Blob" }
    }
    claim(
      issues.map { $0.message.prefix(52) } == [
        "Expected .got(2) to be sent before the feature is di"
      ])
    claimEqual(store.state.values, [])
    claim(store.isDismissed)
  }

  private static func withClock() -> TestStore<Probe.State, Probe.Action> {
    withDependencies {
      $0.continuousClock = TestClock()
    } operation: {
      store()
    }
  }
}
