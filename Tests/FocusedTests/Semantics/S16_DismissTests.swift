import FocusedTestStore
import Testing

/// In a root store `\.dismiss` ends the effects and sets `isDismissed`. `SendMessageTests` has what is sent afterwards.
struct S16_DismissTests {
  @Test nonisolated(nonsending) func `Dismissing ends all effects`() async {
    let clock = TestClock()
    let store = Probe.store(
      .on(checking: [.stateChanges, .inFlightEffects]),
      effects: { action in
        @Dependency(\.dismiss) var dismiss
        switch action {
        case .tap:
          return .concatenate(
            .run { _ in try await clock.sleep(for: .seconds(1)) },
            .run { send in await send(.got(1)) })
        case .idle: return .run { _ in await dismiss() }
        default: return .none
        }
      })
    await store.send(.tap) { $0.taps = 1 }
    claim(!store.isDismissed)
    await store.send(.idle)
    claim(store.isDismissed)
    await store.finish()
    claimEqual(store.state.values, [])
  }
}
