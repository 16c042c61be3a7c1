import FocusedTestStore
import Testing

struct EffectCompositionTests {
  private func values(
    of effect: @escaping () -> Core.Effect<Probe.Action>
  ) async -> [Int] {
    let store = Probe.store(effect: effect())
    await store.send(.tap)
    await store.finish()
    return store.state.values
  }

  @Test(.schedules(1)) func `Merged effects run at the same time`() async {
    let values = await values {
      .merge(
        .run { send in
          await Task.yield()
          await Task.yield()
          await send(.got(2))
        },
        .run { send in await send(.got(1)) })
    }
    #expect(values == [1, 2])
  }

  @Test func `Mapped effects send the actions of another feature`() async {
    let numbers = Core.Effect<Int>.concatenate(
      .send(1),
      .merge(.run { send in await send(2) }, .none),
      .run { _ in
        struct Broken: Error {}; throw Broken()
      } catch: { _, send in
        await send(3)
      },
      Core.Effect<Int>.run { send in await send(4) }.cancellable(id: 1))
    let values = await values { numbers.map { .got($0) } }
    #expect(values == [1, 2, 3, 4])
  }

  @Test func `Fifty thousand chained sends do not overflow`() async {
    let store = TestStore(.off, initialState: 0) {
      Reduce<Int, Int> { state, action in
        state = action
        return action < 50_000 ? .send(action + 1) : .none
      }
    }
    await store.send(1)
    #expect(store.state == 50_000)
  }

  @Test func `A long sequence that never suspends does not overflow`() async {
    let values = await values {
      .concatenate((0..<20_000).map { _ in .cancel(id: "nothing") } + [.send(.got(1))])
    }
    #expect(values == [1])
  }

  @Test func `Groups end when their last branch does`() async {
    let clock = TestClock()
    let wait = Core.Effect<Probe.Action>.run { _ in try await clock.sleep(for: .seconds(1)) }
    let effect = Core.Effect<Probe.Action>.concatenate(
      .merge(wait, .concatenate(.send(.got(1)), wait, .send(.got(2))), .send(.got(3))),
      .merge(.send(.got(4)), .cancel(id: 0)),
      .send(.got(5)))
    let store = Probe.store(effect: effect)
    await store.send(.tap)
    #expect(store.state.values == [1, 3])
    await clock.advance(by: .seconds(1))
    #expect(store.state.values == [1, 3, 2, 4, 5])
    await store.finish()
  }
}
