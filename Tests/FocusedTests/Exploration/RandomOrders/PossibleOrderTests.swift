import FocusedTestStore
import Testing

/// Operations of an effect, besides sending, that can affect the order of actions.
struct PossibleOrderTests {
  /// The orders of actions under all schedules.
  private func orders(
    of effect: @escaping @Sendable (TestClock<Duration>) -> Effect<String>
  ) async -> Set<String> {
    let orders = SharedValue<Set<String>>([])
    let explored = await withSchedules(1_000) {
      let clock = TestClock()
      let store = PlantedFeature.store(starting: effect(clock))
      await store.send("-")
      await clock.advance(by: .seconds(1))
      orders.now.insert(store.state.order)
    }
    #expect(explored.isComplete, "\(explored)")
    return orders.now
  }

  @Test func `What follows an effect that sends nothing may come first`() async {
    let orders = await orders { _ in
      .merge(.sends("a"), .concatenate(.run { _ in await Task.yield() }, .sends("b")))
    }
    claimEqual(orders, ["-ab", "-ba"])
  }

  @Test func `An effect that takes another one's place may come first`() async {
    let orders = await orders { _ in
      .merge(
        .sends("a").cancellable(id: 1),
        .run { _ in await withTaskCancellation(id: 1, cancelInFlight: true) {} })
    }
    claimEqual(orders, ["-a", "-"])
  }

  @Test func `Of two effects that wake at once, one may continue between two actions of the other`()
    async
  {
    let orders = await orders { clock in
      .merge(
        .run { send in
          try await clock.sleep(for: .seconds(1))
          await send("a")
          await send("b")
        },
        .run { send in
          try await clock.sleep(for: .seconds(1))
          await send("c")
        })
    }
    claimEqual(orders, ["-abc", "-acb", "-cab"])
  }

  // MARK: - The tasks of one effect

  @Test func `Sleepers of one effect that wake at once may do so in each order`() async {
    let orders = await orders { clock in
      .run { send in
        try await withThrowingTaskGroup { group in
          for action in ["a", "b"] {
            group.addTask {
              try await clock.sleep(for: .seconds(1))
              await send(action)
            }
          }
          try await group.waitForAll()
        }
      }
    }
    claimEqual(orders, ["-ab", "-ba"])
  }

  @Test func `An actor takes up tasks in the order in which it was asked`() async {
    actor Desk {
      func ask(_ action: String, _ send: Send<String>) {
        Task {
          _ = self
          await send(action)
        }
      }
    }
    let explored = await withSchedules(100) {
      let store = PlantedFeature.store(
        starting: .run { send in
          let desk = Desk()
          await desk.ask("a", send)
          await desk.ask("b", send)
        })
      await store.send("-")
      await store.receive("a")
      await store.receive("b")
      #expect(store.state.order == "-ab")
    }
    #expect(!explored.isComplete)
  }

  @Test func `Unstructured tasks may send in each order, and no search is complete`() async {
    let orders = SharedValue<Set<String>>([])
    // Both tasks are ready to send at the same moment, unless the busy machine starts the second one too late.
    for _ in 0..<1_000 where orders.now.count < 2 {
      let explored = await withSchedules(20) {
        let store = PlantedFeature.store(
          starting: .run { send in
            let first = Task { await send("a") }
            let second = Task { await send("b") }
            _ = await (first.value, second.value)
          })
        await store.send("-")
        await store.finish(timeout: .seconds(3600))
        orders.now.insert(store.state.order)
      }
      #expect(!explored.isComplete)
    }
    claimEqual(orders.now, ["-ab", "-ba"])
  }
}
