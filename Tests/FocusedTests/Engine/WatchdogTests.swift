import Core
@testable import FocusedTestStore
import Testing

struct WatchdogTests {
  /// Runs an effect and lets the watchdog check each of its jobs several times.
  private func warnings(checks: Int, jobs: Int = 1, name: String? = nil) async -> [String] {
    let warnings = Collected<String>()
    let scheduler = EffectScheduler()
    @Sendable func check() { Watchdog.check(scheduler).map { warnings.append($0) } }
    let runtime = EffectRuntime<Int, String>(
      initialState: 0,
      reducer: { _, _ in
        .run(name: name) { _ in
          for _ in 0..<jobs {
            for _ in 0..<checks { check() }
            await Task.yield()
          }
        }
      },
      dependencies: .current, host: scheduler, observer: Bystander())
    await scheduler.exclusively { work in
      work.asOwn { _ = runtime.send("tap") }
      await work.drain()
    }
    for _ in 0..<10 { check() }
    scheduler.close {}
    return warnings.values
  }

  @Test func `A job that does not end is named once`() async {
    let warnings = await warnings(checks: 10, name: "load")
    #expect(
      warnings == [
        """
        FocusedTestStore: the effect “load” at WatchdogTests.swift:14 has run for more than 3 seconds without suspending.
        It cannot be stopped. A loop such as `while await !cache.isReady {}` needs an `await Task.yield()` in its body.
        """
      ])
  }

  @Test func `Jobs that end in time are not named, however many`() async {
    #expect(await warnings(checks: 3, jobs: 100) == [])
  }
}

private final class Bystander: RuntimeObserver {
  func didReduce(_: String, from _: ActionSource, to _: Int) {}
}
