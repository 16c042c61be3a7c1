import FocusedTestStore
import Testing

/// Schedules choose between all tasks that a store owns, whichever way the app starts them.
@Suite(.needsOwnership) struct OwnedTaskBugTests {
  @Test(arguments: Race.all, [true, false])
  func `A race between tasks is found, and the same tasks in a fixed order pass`(
    _ race: Race, isOnMainActor: Bool
  ) async {
    let racing = await race.explore(isOnMainActor: isOnMainActor, race.effect)
    let message = racing.issues.last?.message ?? ""
    #expect(message.hasPrefix("Expected the order of effects not to matter"), "\(message)")

    let ordered = await race.explore(isOnMainActor: isOnMainActor, race.orderedEffect)
    #expect(!ordered.hasFailed)
    #expect((ordered.explored?.count ?? 0) > 1)
  }
}

/// An effect whose tasks note "a" and "b" in an order that isn't determined, and one that determines it.
struct Race: Sendable, CustomTestStringConvertible {
  typealias Note = @Sendable (String) async -> Void

  let testDescription: String
  let effect: @Sendable (@escaping Note) -> Effect<String>
  let orderedEffect: @Sendable (@escaping Note) -> Effect<String>

  /// A race of tasks that send.
  static func sending(
    _ description: String,
    racing: @escaping @Sendable (@escaping Note) async -> Void,
    ordered: @escaping @Sendable (@escaping Note) async -> Void
  ) -> Race {
    Race(testDescription: description) { _ in
      .run { send in await racing { await send($0) } }
    } orderedEffect: { _ in
      .run { send in await ordered { await send($0) } }
    }
  }

  /// Explores an effect beside one that doesn't matter. Expects the order of the first run in each.
  func explore(
    isOnMainActor: Bool, _ effect: @escaping @Sendable (@escaping Note) -> Effect<String>
  ) async -> ExplorationReport {
    let orders = Collected<String>()
    return await ExplorationReport.of(30) {
      if isOnMainActor {
        await expectOneOrderOnMainActor(of: effect, in: orders)
      } else {
        await expectOneOrder(of: effect, in: orders)
      }
    }
  }

  @MainActor private func expectOneOrderOnMainActor(
    of effect: (@escaping Note) -> Effect<String>, in orders: Collected<String>
  ) async {
    await expectOneOrder(of: effect, in: orders)
  }

  private nonisolated(nonsending) func expectOneOrder(
    of effect: (@escaping Note) -> Effect<String>, in orders: Collected<String>
  ) async {
    let notes = Collected<String>()
    let store = PlantedFeature.store(
      starting: effect { notes.append($0) }, .run { _ in await Task.yield() })
    await store.send("-")
    let order = store.state.order + notes.values.joined()
    orders.append(order)
    #expect(order == orders.values[0])
  }

  static let all: [Race] = [
    sending("two tasks of an effect") { note in
      let tasks = [Task { await note("a") }, Task { await note("b") }]
      for task in tasks { await task.value }
    } ordered: { note in
      let first = Task { await note("a") }
      let second = Task {
        await first.value
        await note("b")
      }
      await second.value
    },
    sending("a detached task and a task of a group") { note in
      let detached = Task.detached { await note("a") }
      await withTaskGroup { group in
        group.addTask { await note("b") }
      }
      await detached.value
    } ordered: { note in
      let detached = Task.detached { await note("a") }
      await withTaskGroup { group in
        group.addTask {
          await detached.value
          await note("b")
        }
      }
    },
    sending("two main-actor tasks") { note in
      let tasks = [
        Task { @MainActor in await note("a") }, Task { @MainActor in await note("b") },
      ]
      for task in tasks { await task.value }
    } ordered: { note in
      let first = Task { @MainActor in await note("a") }
      let second = Task { @MainActor in
        await first.value
        await note("b")
      }
      await second.value
    },
    Race(testDescription: "two effects that hop to the main actor") { note in
      .merge(hop(to: "a", note), hop(to: "b", note))
    } orderedEffect: { note in
      .concatenate(hop(to: "a", note), hop(to: "b", note))
    },
    Race(testDescription: "two effects that change an object of the main actor") { _ in
      .merge(.run { await appendOnMain("a", $0) }, .run { await appendOnMain("b", $0) })
    } orderedEffect: { _ in
      .concatenate(.run { await appendOnMain("a", $0) }, .run { await appendOnMain("b", $0) })
    },
    sending("a main-actor task and its effect") { note in
      let task = Task { @MainActor in await note("a") }
      await note("b")
      await task.value
    } ordered: { note in
      let task = Task { @MainActor in await note("b") }
      await task.value
      await note("a")
    },
    sending("a task and its effect") { note in
      let task = Task { await note("a") }
      await note("b")
      await task.value
    } ordered: { note in
      let task = Task { await note("b") }
      await task.value
      await note("a")
    },
  ]
}

/// An effect that takes its note after a hop to the main actor.
private func hop(to action: String, _ note: @escaping Race.Note) -> Effect<String> {
  .run { _ in
    await MainActor.run {}
    await note(action)
  }
}

@MainActor private func appendOnMain(_ action: String, _ send: Send<String>) async {
  await send(action)
}
