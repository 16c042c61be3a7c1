import FocusedTestStore
import Testing

/// Operations of an effect, besides sending, that can affect the order of actions.
struct EveryOrderTests {
  private struct Feature: Reducer {
    enum Action: Equatable, Sendable { case start, first, second, third }

    let effect: @Sendable () -> Effect<Action>

    func reduce(into state: inout [Action], action: Action) -> Effect<Action> {
      if action == .start { return effect() }
      state.append(action)
      return .none
    }
  }

  /// The orders of actions that a search has tried until it reports that it covers every order.
  private func orders(
    of effect: @escaping @Sendable () -> Effect<Feature.Action>
  ) async -> [[Feature.Action]] {
    var search = ScheduleSearch(limit: 100)
    var orders: [[Feature.Action]] = []
    while !search.hasEveryOrder, let schedule = search.next() {
      let run = ScheduleRun(schedule)
      await CurrentRun.$value.withValue(run) {
        let clock = TestClock()
        let store = TestStore(.off, initialState: []) {
          Feature(effect: effect)
        } withDependencies: {
          $0.continuousClock = clock
        }
        await store.send(.start)
        await clock.advance(by: .seconds(1))
        if !orders.contains(store.state) { orders.append(store.state) }
      }
      search.didRun(run.log)
    }
    return orders
  }

  @Test func `What follows an effect that sends nothing may come first`() async {
    let orders = await orders {
      .merge(
        .run { send in await send(.first) },
        .concatenate(.run { _ in await Task.yield() }, .run { send in await send(.second) }))
    }
    claimEqual(orders, [[.first, .second], [.second, .first]])
  }

  @Test func `An effect that only cancels may come first`() async {
    let orders = await orders {
      .merge(
        .run { send in await send(.first) }.cancellable(id: 1),
        .run { _ in Task.cancel(id: 1) })
    }
    claimEqual(orders, [[.first], []])
  }

  @Test func `An effect that takes another one's place may come first`() async {
    let orders = await orders {
      .merge(
        .run { send in await send(.first) }.cancellable(id: 1),
        .run { _ in await withTaskCancellation(id: 1, cancelInFlight: true) {} })
    }
    claimEqual(orders, [[.first], []])
  }

  @Test func `Of two effects that wake at once, one may go on between two actions of the other`()
    async
  {
    let orders = await orders {
      @Dependency(\.continuousClock) var clock
      return .merge(
        .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.first)
          await send(.second)
        },
        .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.third)
        })
    }
    #expect(
      Set(orders) == [
        [.first, .second, .third], [.first, .third, .second], [.third, .first, .second],
      ])
  }

  // MARK: - The tasks of one effect

  @Test func `Sleepers of one effect that wake at once may do so in each order`() async {
    let orders = await orders {
      @Dependency(\.continuousClock) var clock
      return .run { send in
        try await withThrowingTaskGroup { group in
          for action in [Feature.Action.first, .second] {
            group.addTask { [clock] in
              try await clock.sleep(for: .seconds(1))
              await send(action)
            }
          }
          try await group.waitForAll()
        }
      }
    }
    claimEqual(Set(orders), [[.first, .second], [.second, .first]])
  }

  @Test func `An actor takes up tasks in the order in which it was asked`() async {
    actor Desk {
      func ask(_ action: Feature.Action, _ send: Send<Feature.Action>) {
        Task {
          _ = self
          await send(action)
        }
      }
    }
    let explored = await withSchedules(100) {
      let store = TestStore(.off, initialState: []) {
        Feature {
          .run { send in
            let desk = Desk()
            await desk.ask(.first, send)
            await desk.ask(.second, send)
          }
        }
      }
      await store.send(.start)
      await store.receive(.first)
      await store.receive(.second)
      #expect(store.state == [.first, .second])
    }
    #expect(!explored.isComplete)
  }

  @Test func `Unstructured tasks may come in each order, and no search has every one`() async {
    let orders = Lock<Set<[Feature.Action]>>([])
    // Both tasks are ready to send at the same moment, unless the busy machine starts the second one too late.
    for _ in 0..<1_000 where orders.withLock({ $0.count }) < 2 {
      let explored = await withSchedules(20) {
        let store = TestStore(.off, initialState: []) {
          Feature {
            .run { send in
              let first = Task { await send(.first) }
              let second = Task { await send(.second) }
              _ = await (first.value, second.value)
            }
          }
        }
        await store.send(.start)
        await store.finish()
        orders.withLock { _ = $0.insert(store.state) }
      }
      #expect(!explored.hasEveryOrder)
    }
    claimEqual(orders.withLock { $0 }, [[.first, .second], [.second, .first]])
  }
}
