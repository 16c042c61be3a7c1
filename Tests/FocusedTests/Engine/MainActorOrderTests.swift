import Dispatch
import FocusedTestStore
import Testing

/// An action sent on the main actor is reduced immediately, as in production, in one order.
@Suite(.schedules(1), .needsOwnership) struct MainActorOrderTests {
  @Test func `A send is not lost when its task is cancelled after it`() async {
    await expect([1]) {
      .run { @MainActor send in
        let save = Task { await send(.number(1)) }
        Task { save.cancel() }
      }
    }
  }

  @Test func `A send of a cancelled task is dropped`() async {
    await expect([2]) {
      .run { @MainActor send in
        let save = Task { await send(.number(1)) }
        save.cancel()
        Task { await send(.number(2)) }
      }
    }
  }

  @Test func `A task left on the main actor sends before its effect has ended`() async {
    await expect([1, 2]) {
      .concatenate(
        .run { @MainActor send in Task { await send(.number(1)) } }, .send(.number(2)))
    }
  }

  @Test func `What follows from a send comes as in production`() async {
    await expect([4, 1, 7, 2, 3, 6]) { action in
      switch action {
      case .go:
        return .run { @MainActor send in
          Task {
            await send(.number(1))
            await send(.number(2))
          }
          Task { await send(.number(3)) }
          await send(.number(4))
        }
      case .number(1): return .send(.number(7))
      case .number(4): return .run { send in await send(.number(6)) }
      default: return .none
      }
    }
  }

  @Test func `A main actor task sees what another one's send has done`() async {
    let value = Collected<Bool>()
    await expect([1, 5]) { action in
      if action == .number(1) { value.append(true) }
      guard action == .go else { return .none }
      return .run { @MainActor send in
        Task { await send(.number(1)) }
        Task { await send(.number(value.values.isEmpty ? 0 : 5)) }
      }
    }
  }

  @Test func `Observers called in reverse send in reverse`() async {
    await expect([2, 1]) {
      let observers = OutsideLog.Observers()
      return .concatenate(
        .run { send in observers.append { Task { @MainActor in await send(.number(1)) } } },
        .run { send in observers.append { Task { @MainActor in await send(.number(2)) } } },
        .run { @MainActor _ in for observer in observers.values.reversed() { observer() } })
    }
  }

  @MainActor @Test func `A test on the main actor sees the same order`() async {
    let store = OutsideLog.store {
      .run { @MainActor send in
        Task {
          await send(.number(1))
          await send(.number(2))
        }
        await send(.number(3))
      }
    }
    await store.send(.go)
    #expect(store.state.numbers == [3, 1, 2])
  }

  private func expect(
    _ numbers: [Int], onGo effect: @escaping @Sendable () -> Effect<OutsideLog.Action>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await expect(numbers, sourceLocation: sourceLocation) { $0 == .go ? effect() : .none }
  }

  private func expect(
    _ numbers: [Int], sourceLocation: SourceLocation = #_sourceLocation,
    _ effects: @escaping @Sendable (OutsideLog.Action) -> Effect<OutsideLog.Action>
  ) async {
    for _ in 0..<30 {
      let store = OutsideLog.store(effects)
      await store.send(.go)
      #expect(store.state.numbers == numbers, sourceLocation: sourceLocation)
    }
    let live = await Store(initialState: OutsideLog.State()) { OutsideLog(effect: effects) }
    await live.send(.go).finish()
    while await live.state.numbers.count < numbers.count { await Task.yield() }
    #expect(await live.state.numbers == numbers, "live", sourceLocation: sourceLocation)
  }
}

/// Work that is external for a while comes back to its store.
@Suite(.schedules(1)) struct WorkThatComesBackTests {
  /// The effect blocks the store until the main actor runs. The main actor waits for the effect, for at most a second.
  @Test func `An effect that blocks until the main actor comes holds nothing up`() async {
    let store = OutsideLog.store {
      .merge(
        .run { @MainActor send in await send(.number(1)) },
        .run { _ in
          let semaphore = DispatchSemaphore(value: 0)
          DispatchQueue.main.async { semaphore.signal() }
          waitFor(semaphore)
        })
    }
    await store.send(.go)
    await store.receive(.number(1), timeout: .seconds(3600))
  }

  @Test func `A sender goes back to an actor at which an effect waits for its turn`() async {
    for _ in 0..<50 {
      let actor = Numbers()
      let store = OutsideLog.store {
        .merge(
          .run { @MainActor _ in for _ in 0..<10 { await actor.visit() } },
          .run { send in
            await withTaskGroup { group in
              for _ in 0..<4 {
                group.addTask {
                  await Task.detached {
                    for number in 0..<5 { await actor.send(.number(number), send) }
                  }.value
                }
              }
            }
          })
      }
      await store.send(.go)
      await store.finish(timeout: .seconds(3600))
      #expect(store.state.numbers.count == 20)
    }
  }

  /// The store doesn't wait for a job that arrives between the end of settling and the check.
  @Test func `A receive is woken by what arrives while it settles`() async {
    for round in 0..<1_000 {
      let store = OutsideLog.store {
        .run { send in
          await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(
              deadline: .now() + .microseconds((round % 60) * 10)
            ) { continuation.resume() }
          }
          await send(.number(1))
        }
      }
      await store.send(.go)
      await store.receive(.number(1), timeout: .seconds(3600))
    }
  }
}

private func waitFor(_ semaphore: DispatchSemaphore) { semaphore.wait() }

private actor Numbers {
  func visit() {}
  func send(_ action: OutsideLog.Action, _ send: Send<OutsideLog.Action>) async {
    await send(action)
  }
}
