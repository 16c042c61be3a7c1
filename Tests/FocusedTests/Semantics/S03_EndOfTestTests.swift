import FocusedTestStore
import Foundation
import Testing

/// A store that something retains is checked when its test ends.
struct S03_EndOfTestTests {
  @Test func `A trait's scope ends the stores that are created in it`() async throws {
    let clock = TestClock()
    let line = #line + 4
    let issues = try await withCapturedIssues {
      try await Self.inScopeOfATrait {
        let store = LeakingFixture.store(clock: clock)
        await store.send(.tap)
      }
    }
    claimIssues(issues, at: [line], naming: "by the end of the test")
    try await clock.checkSuspension()
  }

  @Test func `A store that has accounted for everything reports nothing at the end of its scope`()
    async throws
  {
    let clock = TestClock()
    let issues = try await withCapturedIssues {
      try await Self.inScopeOfATrait {
        let store = LeakingFixture.store(clock: clock)
        await store.send(.tap)
        await clock.advance(by: .seconds(1))
        await store.finish()
      }
    }
    claimIssues(issues, at: [])
  }

  @Test func `A store that a later test shares goes on, and tells nothing twice`() async throws {
    let clock = TestClock()
    let shared = Lock<RuntimeConfined<TestStore<Probe.State, Probe.Action>>?>(nil)
    let first = #line + 6
    let issues = try await withCapturedIssues {
      try await Self.inScopeOfATrait {
        let store = Probe.store(.on, effect: .merge(.send(.got(1)), LeakingFixture.wait(clock)))
        let held = RuntimeConfined(store)
        shared.withLock { $0 = held }
        await store.send(.tap) { $0.taps = 1 }
      }
      try await Self.inScopeOfATrait {}
      try await Self.inScopeOfATrait {
        let store = try #require(shared.withLock { $0 }).value
        await store.send(.rename("Blob")) { $0.name = "Blob" }
        await store.send(.tap) { $0.taps = 2 }
        await store.receive(.got(1)) { $0.values = [1, 1] }
      }
    }
    claimIssues(issues, at: [first, first, first + 6])
  }

  @Test func `The end of a test leaves a store alone that another task is using`() async throws {
    let reducing = Signal()
    let leave = DispatchSemaphore(value: 0)
    let sending = Lock<Task<Void, Never>?>(nil)
    let issues = try await withCapturedIssues {
      try await Self.inScopeOfATrait {
        let store = Probe.store(effects: { action in
          guard action == .idle else { return .run { _ in } }
          reducing.fire()
          _ = leave.wait(timeout: .now() + 60)
          return .none
        })
        await store.send(.tap) { $0.taps = 1 }
        let held = RuntimeConfined(store)
        let task = Task {
          await held.value.send(.idle)
          await held.value.send(.tap) { $0.taps = 2 }
        }
        sending.withLock { $0 = task }
        await reducing.wait()
      }
    }
    claimIssues(issues, at: [])
    leave.signal()
    await sending.withLock { $0 }?.value
  }

  private static func inScopeOfATrait(
    _ test: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await StoreTrait.exhaustivity(.on).provideScope(
      for: #require(Test.current), testCase: nil, performing: test)
  }

  #if os(macOS) || os(Linux) || os(Windows)
    @Test func `A store that nothing ends makes the process end as a failure`() async {
      await #expect(processExitsWith: .exitCode(EXIT_FAILURE)) {
        await LeakingFixture.store(clock: TestClock()).send(.tap)
      }
    }

    @Test func `A store that has accounted for everything lets the process succeed`() async {
      await #expect(processExitsWith: .success) {
        let clock = TestClock()
        let store = LeakingFixture.store(clock: clock)
        await store.send(.tap)
        await clock.advance(by: .seconds(1))
        await store.finish()
      }
    }
  #endif
}

/// An exhaustive feature that keeps its store alive forever.
enum LeakingFixture {
  enum Action: Equatable { case tap }

  static func wait<A>(_ clock: TestClock<Duration>) -> Effect<A> {
    .run { _ in try await clock.sleep(for: .seconds(1)) }
  }

  static func store(clock: TestClock<Duration>) -> TestStore<Int, Action> {
    final class Cycle {
      var store: TestStore<Int, Action>?
    }
    let cycle = Cycle()
    let store = TestStore<Int, Action>(.on, initialState: 0) {
      Reduce { _, _ in
        _ = cycle
        return wait(clock)
      }
    }
    cycle.store = store
    return store
  }
}
