import FocusedTestStore
import Testing

/// What effects do on the main actor, in unstructured tasks and in other stores' effects.
struct OutsideTurnsTests {
  @Test @MainActor func `A live send from the main actor does not leave the main actor`() async {
    var firsts: [String: Int] = [:]
    for _ in 0..<50 {
      let order = OutsideLog.Record()
      let store = Store(initialState: OutsideLog.State()) {
        OutsideLog { action in
          action == .go
            ? .run { @MainActor send in
              Task { order.add("task") }
              await send(.number(1))
              order.add("sent")
              await Task.yield()
            } : .none
        }
      }
      await store.send(.go).finish()
      await Task.yield()
      firsts[order.entries.first ?? "nothing", default: 0] += 1
    }
    #expect(firsts == ["sent": 50])
  }

  @Test func `A main actor effect sends before a main actor task that it has created`() async {
    let store = OutsideLog.store { action in
      action == .go
        ? .run { @MainActor send in
          Task { await send(.number(1)) }
          await send(.number(2))
        } : .none
    }
    await store.send(.go)
    #expect(store.state.numbers == [2, 1])
  }

  @Test func `A task that an effect leaves on the main actor sends before the effect has ended`()
    async
  {
    let effects: @Sendable (OutsideLog.Action) -> Effect<OutsideLog.Action> = { action in
      guard action == .go else { return .none }
      return .concatenate(
        .run { @MainActor send in Task { await send(.number(1)) } },
        .send(.number(2)))
    }
    let live = await Store(initialState: OutsideLog.State()) { OutsideLog(effect: effects) }
    await live.send(.go).finish()
    #expect(await live.state.numbers == [1, 2])
    let store = OutsideLog.store(effects)
    await store.send(.go)
    #expect(store.state.numbers == [1, 2])
  }

  @Test func `A test may call what an effect has left with it`() async {
    let slot = OutsideLog.Slot()
    let store = OutsideLog.store { action in
      action == .go ? .run { send in slot.send = send } : .none
    }
    await store.send(.go)
    await slot.send?(.number(1))
    #expect(store.state.numbers == [1])
    await store.receive(.number(1))
  }

  @Test(.schedules(1))
  func `Sends of two effects from the main actor keep the order of the main actor`() async {
    let effects: @Sendable (OutsideLog.Action) -> Effect<OutsideLog.Action> = { action in
      guard action == .go else { return .none }
      let observers = OutsideLog.Observers()
      return .merge(
        .run { @MainActor send in observers.add { Task { @MainActor in await send(.number(1)) } } },
        .run { @MainActor send in observers.add { Task { @MainActor in await send(.number(2)) } } },
        .run { @MainActor send in
          for _ in 0..<30 { await Task.yield() }
          for observer in observers.all.reversed() { observer() }
        })
    }
    let store = OutsideLog.store(effects)
    await store.send(.go)
    #expect(store.state.numbers == [2, 1])
  }

  @Test func `Two effects that go to the main actor and back have one order`() async {
    var orders: [[Int]: Int] = [:]
    for _ in 0..<600 {
      let store = OutsideLog.store { action in
        guard action == .go else { return .none }
        return .merge(
          .run { send in
            await Task { @MainActor in await send(.number(1)) }.value
            await Task { @MainActor in await send(.number(2)) }.value
          },
          .run { send in
            await MainActor.run {}
            for number in 4...6 { await sendOnMain(.number(number), send) }
          })
      }
      await store.send(.go)
      orders[store.state.numbers, default: 0] += 1
    }
    #expect(orders.count == 1, "\(orders)")
  }

  @Test func `A store does not wait for another store's effect that sent it something`() async {
    let slot = OutsideLog.Slot()
    let first = OutsideLog.store { action in
      action == .go
        ? .run { send in
          slot.send = send
          for await _ in AsyncStream<Never>.makeStream().stream {}
        } : .none
    }
    let second = OutsideLog.store { action in
      action == .go ? .run { send in await slot.send?(.number(1)) } : .none
    }
    await first.send(.go)
    await second.send(.go)
    await first.settle()
    #expect(first.state.numbers == [1])
  }

  @Test func `An unstructured main actor task that sends without end is stopped with an issue`()
    async
  {
    let isOver = OutsideLog.Flag()
    let store = OutsideLog.store { action in
      action == .go
        ? .run { send in
          Task { @MainActor in while !isOver.isSet { await send(.number(0)) } }
        } : .none
    }
    store.jobLimit = 500
    let issues = await withCapturedIssues { await store.send(.go) }
    isOver.set()
    #expect(issues.count == 1)
  }
}
