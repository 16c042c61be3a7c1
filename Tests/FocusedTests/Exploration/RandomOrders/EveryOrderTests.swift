import FocusedTestStore
import Testing

/// What an effect does besides sending, and what an order of actions may depend on.
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

  /// The orders of actions that a search has tried when it takes itself to have every one.
  private func orders(
    of effect: @escaping @Sendable () -> Effect<Feature.Action>
  ) async -> [[Feature.Action]] {
    var search = ScheduleSearch(limit: 100)
    var orders: [[Feature.Action]] = []
    while !search.hasEveryOrder, let schedule = search.next() {
      let run = ScheduleRun(schedule)
      await ScheduleRun.$current.withValue(run) {
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
      search.didRun(schedule, run.trail)
    }
    return orders
  }

  @Test func `What follows an effect that sends nothing may come first`() async {
    let orders = await orders {
      .merge(
        .run { send in await send(.first) },
        .concatenate(.run { _ in await Task.yield() }, .run { send in await send(.second) }))
    }
    #expect(orders == [[.first, .second], [.second, .first]])
  }

  @Test func `An effect that only cancels may come first`() async {
    let orders = await orders {
      .merge(
        .run { send in await send(.first) }.cancellable(id: 1),
        .run { _ in Task.cancel(id: 1) })
    }
    #expect(orders == [[.first], []])
  }

  @Test func `An effect that takes another one's place may come first`() async {
    let orders = await orders {
      .merge(
        .run { send in await send(.first) }.cancellable(id: 1),
        .run { _ in await withTaskCancellation(id: 1, cancelInFlight: true) {} })
    }
    #expect(orders == [[.first], []])
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
}
