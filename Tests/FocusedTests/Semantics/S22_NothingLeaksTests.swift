import FocusedTestStore
import Testing

/// When a store is released, its effects are cancelled, and late actions reach no store.
struct S22_NothingLeaksTests {
  private final class Canary: Sendable {
    func sing() {}
  }

  private final class Cage {
    weak var canary: Canary?
  }

  @Test nonisolated(nonsending) func `Parked effects are cancelled and what they hold is released`()
    async
  {
    let clock = TestClock()
    let cage = Cage()
    await forgetting {
      let canary = Canary()
      cage.canary = canary
      let store = Probe.store(onTap: { _ in
        try await clock.sleep(for: .seconds(1))
        canary.sing()
      })
      await store.send(.tap)
    }
    claim(cage.canary == nil)
    do { try await clock.checkSuspension() } catch { claim(false, "\(error)") }
  }

  @Test func `A late effect reaches no store`() async {
    struct Late: Error {}
    let signal = Signal()
    let ended = Signal()
    let cage = Cage()
    let issues = await withCapturedIssues {
      await forgetting {
        let canary = Canary()
        cage.canary = canary
        let store = Probe.store(effects: { action in
          canary.sing()
          guard action == .tap else { return .none }
          return .merge(
            .run { send in
              await signal.wait()
              await send(.got(1))
              await Task.detached { await send(.got(2)) }.value
              defer { ended.fire() }
              throw Late()
            })
        })
        await store.send(.tap)
      }
      // The reducer is released although the effect still waits.
      claim(cage.canary == nil)
      signal.fire()
      await ended.wait()
    }
    claimIssues(issues, at: [])
  }

  @Test func `A task handle outlives the store`() async {
    let signal = Signal()
    var task: TestStoreTask?
    await forgetting {
      let store = Probe.store(onTap: { _ in await signal.wait() })
      task = await store.send(.tap)
    }
    await task?.finish(timeout: .seconds(3600))
    await task?.cancel()
    signal.fire()
  }

  @Test func `A store goes while another task advances its clock`() async {
    for _ in 0..<50 {
      let clock = TestClock()
      var advancing: Task<Void, Never>?
      await forgetting {
        let store = Probe.store(onTap: { send in
          for n in 0..<20 {
            try await clock.sleep(for: .seconds(1))
            await MainActor.run {}
            await send(.got(n))
          }
        })
        await store.send(.tap)
        advancing = Task.detached { await clock.advance(by: .seconds(20)) }
        await Task.yield()
      }
      await advancing?.value
    }
  }

  /// Releases everything that `operation` creates.
  private nonisolated(nonsending) func forgetting(
    _ operation: nonisolated(nonsending) () async -> Void
  ) async {
    await operation()
  }
}
