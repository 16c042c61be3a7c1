import Foundation
import FocusedTestStore
import Testing

/// Stores share no state.
struct S23_ParallelTests {
  @Test nonisolated(nonsending) func `Hundreds of stores with the same ids do not meet`() async {
    let failures = await withTaskGroup { group in
      for n in 0..<300 {
        group.addTask { await Self.story(n) }
      }
      return await group.reduce(0) { $0 + ($1 ? 0 : 1) }
    }
    claimEqual(failures, 0)
  }

  private static func story(_ n: Int) async -> Bool {
    let clock = TestClock()
    let issues = await withCapturedIssues {
      let store = Probe.store(
        .on,
        withDependencies: { $0.uuid = .incrementing },
        effects: { action in
          @Dependency(\.uuid) var uuid
          switch action {
          case .tap:
            let id = uuid()
            return .run { send in
              try await clock.sleep(for: .seconds(1))
              await send(.rename(id.uuidString))
              try await clock.sleep(for: .seconds(1))
            }
            .cancellable(id: "same", cancelInFlight: true)
          case .idle: return .cancel(id: "same")
          default: return .none
          }
        })
      await store.send(.tap) { $0.taps = 1 }
      await clock.advance(by: .milliseconds(500))
      await store.send(.tap) { $0.taps = 2 }
      await clock.advance(by: .seconds(1))
      await store.receive(.rename("00000000-0000-0000-0000-000000000001")) {
        $0.name = "00000000-0000-0000-0000-000000000001"
      }
      if n.isMultiple(of: 2) { await store.send(.idle) } else { await clock.run() }
      await store.finish()
    }
    return issues.isEmpty
  }
}
