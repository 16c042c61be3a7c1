import FocusedTestStore
import Foundation
import Testing

/// An answer waits for its call as `receive` waits for its action.
extension StubTests {
  @Test func `An answer waits for a call that a detached task of the effect makes later`() async {
    let fetch = Stub<Int, String>("Client.fetch")
    let store = Probe.store(onTap: { send in
      _ = try await fetch.call(1)
      await Task.detached {
        try? await Task.sleep(for: .milliseconds(2))
        _ = try? await fetch.call(2)
      }.value
      await send(.got(1))
    })
    await store.send(.tap)
    await fetch.succeed(with: "one")
    await fetch.succeed(with: "two")
    await store.receive(.got(1))
    claimEqual(fetch.calls, [1, 2])
    let issues = await withCapturedIssues { await fetch.succeed(with: "three") }
    claimEqual(issues.count, 1)
  }

  @Test func `An answer waits for an effect's first call, after work elsewhere`() async {
    let fetch = Stub<Int, String>("Client.fetch", timeout: .seconds(60))
    let store = Probe.store(onTap: { send in
      try await Task.sleep(for: .milliseconds(50))
      _ = try await fetch.call(1)
      await send(.got(1))
    })
    await store.send(.tap)
    await fetch.succeed(with: "one")
    await store.receive(.got(1))
  }

  @Test func `An answer waits for a call of each store that has called`() async {
    let fetch = Stub<Int, String>("Client.fetch", timeout: .seconds(60))
    let first = Probe.store(onTap: { send in
      _ = try await fetch.call(1)
      try await Task.sleep(for: .milliseconds(50))
      _ = try await fetch.call(3)
      await send(.got(3))
    })
    let second = Probe.store(onTap: { send in
      _ = try await fetch.call(2)
      await send(.got(2))
    })
    for store in [first, second] { await store.send(.tap) }
    for number in 1...3 { await fetch.succeed(with: "answer", to: { $0 == number }) }
    await first.receive(.got(3))
    await second.receive(.got(2))
  }

  @Test func `A plain task's call wakes an answer, beside an effect that waits`() async throws {
    // If the call did not wake the answer, the test would wait for an hour.
    let fetch = Stub<Int, String>("Client.fetch", timeout: .seconds(3600))
    let (stream, numbers) = AsyncStream<Int>.makeStream()
    let store = Probe.store(onTap: { send in
      for await number in stream { await send(.got(number)) }
    })
    await store.send(.tap)
    let call = Task {
      try await Task.sleep(for: .milliseconds(50))
      return try await fetch.call(1)
    }
    await fetch.succeed(with: "one")
    #expect(try await call.value == "one")
    numbers.finish()
    await store.finish()
  }

  @Test func `A call that arrives while its condition is checked is answered`() async {
    let fetch = Stub<Int, String>("Client.fetch", timeout: .seconds(60))
    let isChecked = Signal()
    let store = Probe.store(onTap: { _ in _ = try await fetch.call(1) })
    await store.send(.tap)
    // A task that no effect started runs while the store does.
    let other = Task {
      await isChecked.wait()
      return try await fetch.call(2)
    }
    await fetch.succeed(
      with: "two",
      to: { input in
        isChecked.fire()
        while fetch.pendingCalls.count < 2 { sched_yield() }
        return input == 2
      })
    claimEqual(fetch.pendingCalls, [1])
    claimEqual(try? await other.value, "two")
    await fetch.succeed(with: "one")
  }
}
