import FocusedTestStore
import Testing

/// No depth of nesting is too deep.
struct EffectDepthTests {
  private typealias Effect = Core.Effect<Probe.Action>
  private static let depth = 50_000

  private static func nested(_ nest: (Effect, Int) -> Effect) -> Effect {
    (0..<depth).reduce(.send(.idle)) { nest($0, $1) }
  }

  private func runs(_ effect: Effect, sending count: Int = depth + 1) async {
    let store = Probe.store(effects: { $0 == .tap ? effect : .none })
    await store.send(.tap)
    await store.finish()
    #expect(store.history.count == count + 1)
  }

  @Test func `Merges in merges`() async {
    await runs(Self.nested { effect, _ in effect.merged(with: .send(.idle)) })
    await runs(Self.nested { effect, _ in Effect.send(.idle).merged(with: effect) })
  }

  @Test func `Sequences in sequences`() async {
    await runs(Self.nested { effect, _ in effect.concatenated(with: .send(.idle)) })
    await runs(Self.nested { effect, _ in Effect.send(.idle).concatenated(with: effect) })
  }

  @Test func `Merges in sequences in merges, mapped`() async {
    let effect = Self.nested { effect, n in
      n.isMultiple(of: 2)
        ? effect.merged(with: .send(.idle)) : effect.concatenated(with: .send(.idle))
    }
    await runs(effect.map { $0 })
  }

  @Test func `What can be cancelled in what can be cancelled`() async {
    await runs((0..<200).reduce(.send(.idle)) { $0.cancellable(id: $1) }, sending: 1)
  }

  @Test func `A deep effect that never starts, and one whose end never comes`() async {
    _ = Self.nested { effect, _ in effect.merged(with: .send(.idle)) }
    let clock = TestClock()
    let effect = (0..<Self.depth).reduce(
      Effect.run { _ in try await clock.sleep(for: .seconds(1)) }
    ) {
      effect, _ in effect.concatenated(with: .send(.idle))
    }
    let store = Probe.store(effects: { $0 == .tap ? effect : .none })
    await store.send(.tap)
  }

  @Test func `Groups end when their last branch does`() async {
    let clock = TestClock()
    let wait = Effect.run { _ in try await clock.sleep(for: .seconds(1)) }
    let effect = Effect.concatenate(
      .merge(wait, .concatenate(.send(.got(1)), wait, .send(.got(2))), .send(.got(3))),
      .merge(.send(.got(4)), .cancel(id: 0)),
      .send(.got(5)))
    let store = Probe.store(effects: { $0 == .tap ? effect : .none })
    await store.send(.tap)
    #expect(store.state.values == [1, 3])
    await clock.advance(by: .seconds(1))
    #expect(store.state.values == [1, 3, 2, 4, 5])
    await store.finish()
  }
}
