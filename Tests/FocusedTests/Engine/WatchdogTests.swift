import Core
@testable import FocusedTestStore
import Testing

struct WatchdogTests {
  /// Runs an effect and lets the watchdog check each of its jobs several times.
  private func warnings(looks: Int, jobs: Int = 1, name: String? = nil) async -> [String] {
    let warnings = Collected<String>()
    let watchdog = Watchdog { warnings.append($0) }
    let scheduler = EffectScheduler()
    let runtime = EffectRuntime<Int, String>(
      initialState: 0,
      reducer: { _, _ in
        .run(name: name) { _ in
          for _ in 0..<jobs {
            for _ in 0..<looks { #expect(watchdog.look(at: [scheduler])) }
            await Task.yield()
          }
        }
      },
      dependencies: .current, host: scheduler, observer: Bystander())
    scheduler.nameSteps { $0 == 0 ? ".tap" : nil }
    await scheduler.exclusively { work in
      work.asOwn { _ = runtime.send("tap") }
      await work.drain()
    }
    for _ in 0..<10 { #expect(watchdog.look(at: [scheduler])) }
    scheduler.close {}
    return warnings.values
  }

  @Test func `A job that does not end is named once, with what started it`() async {
    let warnings = await warnings(looks: 10, name: "load")
    #expect(
      warnings == [
        """
        FocusedTestStore: the effect “load” at WatchdogTests.swift:14, started by .tap, has run for \
        more than 3 seconds without suspending.
        It cannot be stopped. A loop such as `while await !cache.isReady {}` needs an `await Task.yield()` in its body.
        """
      ])
  }

  @Test func `Jobs that end in time are not named, however many`() async {
    #expect(await warnings(looks: 3, jobs: 100) == [])
  }

  @Test func `The watchdog is done when no store is open`() {
    let watchdog = Watchdog { _ in }
    #expect(watchdog.look(at: [EffectScheduler()]))
    #expect(!watchdog.look(at: []))
  }
}

private final class Bystander: RuntimeObserver {
  func didReduce(_: String, from _: ActionSource, to _: Int) {}
}
