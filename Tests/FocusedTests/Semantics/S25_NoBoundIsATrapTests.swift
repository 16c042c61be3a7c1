import FocusedTestStore
import Testing

/// Any timeout, duration, or depth is accepted. `EndlessValueTests` tests endless values.
@Suite(.smallStack)
struct S25_NoBoundIsATrapTests {
  @Test nonisolated(nonsending) func `No timeout is too long, and none too short`() async {
    let store = Probe.store(onTap: { send in
      await Task.detached { try? await Task.sleep(for: .milliseconds(5)) }.value
      await send(.got(1))
    })
    store.timeout = .seconds(Int64.max)
    await store.send(.tap)
    await store.receive(.got(1))
    await store.send(.tap)
    await store.finish(timeout: .seconds(Int64.max))
    await store.send(.tap)
    await claimOneIssue(naming: "got(2)") {
      await store.receive(.got(2), timeout: .seconds(Int64.min)); return #line
    }
    await store.finish()
  }

  @Test func `An advance over a timer that never ends gives up`() async {
    let clock = TestClock()
    clock.sleeperLimit = 100
    let store = Probe.store(onTap: { _ in
      while true { try await clock.sleep(for: .milliseconds(1)) }
    })
    await store.send(.tap)
    await claimOneIssue(naming: "Advance by less") {
      await clock.advance(by: .seconds(1_000_000_000_000)); return #line
    }
    await clock.advance(by: .milliseconds(5))
  }

  // MARK: - Effects

  private typealias Effect = Core.Effect<Probe.Action>
  private static let depth = 5_000

  private static func nested(_ nest: (Effect, Int) -> Effect) -> Effect {
    (0..<depth).reduce(.send(.idle)) { nest($0, $1) }
  }

  private func runs(_ effect: Effect, sending count: Int = depth + 1) async {
    let store = Probe.store(effect: effect)
    await store.send(.tap)
    await store.finish()
    #expect(store.history.count == count + 1)
  }

  @Test func `Merges can be nested to any depth`() async {
    await runs(Self.nested { effect, _ in effect.merge(with: .send(.idle)) })
    await runs(Self.nested { effect, _ in Effect.send(.idle).merge(with: effect) })
  }

  @Test func `Sequences can be nested to any depth`() async {
    await runs(Self.nested { effect, _ in effect.concatenate(with: .send(.idle)) })
    await runs(Self.nested { effect, _ in Effect.send(.idle).concatenate(with: effect) })
  }

  @Test func `Merges and sequences can be nested in each other and mapped`() async {
    let effect = Self.nested { effect, n in
      n.isMultiple(of: 2)
        ? effect.merge(with: .send(.idle)) : effect.concatenate(with: .send(.idle))
    }
    await runs(effect.map { $0 })
  }

  @Test func `Cancellable effects can be nested`() async {
    await runs((0..<200).reduce(.send(.idle)) { $0.cancellable(id: $1) }, sending: 1)
  }

  @Test func `A nested effect can be released before it starts and before it ends`() async {
    _ = Self.nested { effect, _ in effect.merge(with: .send(.idle)) }
    let clock = TestClock()
    let effect = (0..<Self.depth).reduce(
      Effect.run { _ in try await clock.sleep(for: .seconds(1)) }
    ) {
      effect, _ in effect.concatenate(with: .send(.idle))
    }
    let store = Probe.store(effect: effect)
    await store.send(.tap)
  }
}
