import FocusedTestStore
import Testing

struct EffectCancellationTests {
  private let clock = TestClock()

  private enum CancelID { case first, second }

  /// Creates a store in which `tap` starts the effect, and `rename` cancels it by ID.
  private func store(
    _ effect: @escaping () -> Effect<Probe.Action>
  ) -> TestStore<Probe.State, Probe.Action> {
    Probe.store(effects: {
      switch $0 {
      case .tap: effect()
      case .rename: .cancel(id: CancelID.first)
      default: .none
      }
    })
  }

  private func sleeping(_ value: Int) -> Effect<Probe.Action> {
    .run { [clock] send in
      try? await clock.sleep(for: .seconds(1))
      await send(.got(value))
    }
  }

  @Test func `Equal numbers of two types are one id`() async {
    let store = Probe.store(effects: {
      switch $0 {
      case .tap: sleeping(1).cancellable(id: UInt8(1))
      case .rename: .cancel(id: 1)
      default: .none
      }
    })
    await store.send(.tap)
    await store.send(.rename(""))
    await clock.advance(by: .seconds(1))
    #expect(store.state.values == [])
  }

  @Test func `The latest effect cancels those in flight when asked to`() async {
    for (cancelInFlight, expected) in [(true, [1]), (false, [1, 1])] {
      let store = store {
        sleeping(1).cancellable(id: CancelID.first, cancelInFlight: cancelInFlight)
      }
      await store.send(.tap)
      await store.send(.tap)
      await clock.advance(by: .seconds(1))
      #expect(store.state.values == expected)
    }
  }

  @Test func `A store's task cancels what follows from one send`() async {
    let store = store { .concatenate(sleeping(1), .send(.got(2))) }
    let first = await store.send(.tap)
    await store.send(.tap)
    #expect(!first.isCancelled)
    await first.cancel()
    #expect(first.isCancelled)
    await clock.advance(by: .seconds(1))
    #expect(store.state.values == [1, 2])
  }

  @Test func `A part of an effect can be cancelled`() async {
    let store = store {
      .run { send in
        await withTaskCancellation(id: CancelID.first) {
          try? await clock.sleep(for: .seconds(1))
          if !Task.isCancelled { await send(.got(1)) }
        }
        await send(.got(2))
      }
    }
    await store.send(.tap)
    await store.send(.rename(""))
    #expect(store.state.values == [2])
    await store.send(.tap)
    await clock.advance(by: .seconds(1))
    #expect(store.state.values == [2, 1, 2])
  }

  @Test func `An effect that ignores its cancellation can send nothing`() async {
    let signal = Signal()
    let store = store {
      .run { send in
        await signal.wait()
        await send(.got(1))
        await Task.detached { await send(.got(2)) }.value
      }
      .cancellable(id: CancelID.first)
    }
    let task = await store.send(.tap)
    await store.send(.rename(""))
    signal.fire()
    await task.finish(timeout: .seconds(3600))
    #expect(store.state.values == [])
  }
}
