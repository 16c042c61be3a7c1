import Core
import FocusedTestStore
import Testing

/// If effects never become idle, the store reports one issue, and ends.
struct S20_NoLivelockTests {
  @Test nonisolated(nonsending) func `Effects that cause each other`() async {
    await stops { action in
      switch action {
      case .tap, .got(1): .run { await $0(.got(0)) }
      case .got(0): .run { await $0(.got(1)) }
      default: .none
      }
    }
  }

  @Test nonisolated(nonsending) func `An effect that sends without end`() async {
    await stops { $0 == .tap ? .run { send in while true { await send(.idle) } } : .none }
  }

  @Test(.needsOwnership)
  nonisolated(nonsending) func `An effect that sends from the main actor without end`() async {
    // Each send waits until the main actor is free.
    await stops(after: 50) {
      $0 == .tap ? .run { @MainActor send in while true { await send(.idle) } } : .none
    }
    // The main actor is free for other work.
    await MainActor.run {}
  }

  @Test nonisolated(nonsending) func `A child task that never rests`() async {
    await stops {
      guard $0 == .tap else { return .none }
      return .run { _ in
        await withTaskGroup { group in
          for _ in 0..<3 { group.addTask { while true { await Task.yield() } } }
        }
      }
    }
  }

  @Test nonisolated(nonsending) func `What rests below the limit is fine`() async {
    let store = Probe.store(onTap: { _ in for _ in 0..<400 { await Task.yield() } })
    store.jobLimit = 1_000
    await store.send(.tap)
    await store.finish()
  }

  @Test nonisolated(nonsending) func `An effect whose action sends without end is stopped, too`()
    async
  {
    await stops {
      switch $0 {
      case .tap: .run { send in while true { await send(.got(0)) } }
      case .got(0): .send(.got(0))
      default: .none
      }
    }
  }

  @Test func `A sequence whose last action starts it again`() async {
    await stops {
      switch $0 {
      case .tap: .concatenate(.send(.idle), .send(.got(0)), .send(.tap))
      default: .none
      }
    }
  }

  private actor Cache {
    var visits = 0
    func visit() { visits += 1 }
    func linger() async { while true { await Task.yield() } }
  }

  @Test(.schedules(1))
  nonisolated(nonsending) func `An actor that a stopped effect used goes on working`() async {
    let cache = Cache()
    await stops {
      guard $0 == .tap else { return .none }
      return .merge(
        (0..<3).map { n in
          .run { _ in
            while true {
              await cache.visit()
              await Task.yield()
              if n == 2 { await cache.linger() }
            }
          }
        })
    }
    let visits = await cache.visits
    await cache.visit()
    claim(await cache.visits > visits)
  }

  @Test(.schedules(1), arguments: [1, 20])
  nonisolated(nonsending) func `A steady source outside does not keep send from returning`(
    sends: Int
  ) async {
    let store = Probe.store(onTap: { send in
      await SteadySource.run(sends) { await send(.idle) }
    })
    store.jobLimit = .max
    let task = await store.send(.tap)
    await store.send(.rename("Blob")) { $0.name = "Blob" }
    await task.cancel()
    await task.finish(timeout: .seconds(3600))
  }

  private nonisolated(nonsending) func stops(
    after jobLimit: Int = 1_000, _ effects: @escaping (Probe.Action) -> Effect<Probe.Action>
  ) async {
    let store = Probe.store(effects: effects)
    store.jobLimit = jobLimit
    await claimOneIssue(naming: "to become idle") {
      await store.send(.tap); return #line
    }
    // The store has ended: later calls do nothing, and report nothing.
    let state = store.state
    await store.send(.rename("Blob")) { $0.name = "Other" }
    await store.receive(.got(7), timeout: .seconds(3600))
    store.assert { $0.name = "Other" }
    await store.finish(timeout: .seconds(3600))
    claimEqual(store.state, state)
  }
}
