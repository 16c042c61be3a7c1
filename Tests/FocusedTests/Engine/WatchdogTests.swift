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
      dependencies: .current, host: scheduler, observer: Naming())
    await scheduler.exclusively {
      scheduler.asOwnWork { _ = runtime.send("tap") }
      await scheduler.drain()
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

  @Test func `A sender to a store that no call drives is named once`() async {
    let warnings = Collected<String>()
    let watchdog = Watchdog { warnings.append($0) }
    let scheduler = EffectScheduler()
    let slot = Collected<Send<String>>()
    let runtime = EffectRuntime<Int, String>(
      initialState: 0,
      reducer: { state, action in
        if action == "late" { state += 1 }
        return action == "tap" ? .run { send in slot.append(send) } : .none
      },
      dependencies: .current, host: scheduler, observer: Naming())
    await scheduler.exclusively {
      scheduler.asOwnWork { _ = runtime.send("tap") }
      await scheduler.drain()
    }

    let sender = Task { for send in slot.values { await send("late") } }
    while scheduler.hold == nil { await Task.yield() }
    for _ in 0..<10 { #expect(watchdog.look(at: [scheduler])) }
    #expect(
      warnings.values == [
        """
        FocusedTestStore: a task has waited for more than 3 seconds to send an action of the effect at \
        WatchdogTests.swift:56, started by .tap, to a store that no call drives.
        A store runs nothing between two calls. Call `settle` or `receive` instead of awaiting the sending task.
        """
      ])
    await scheduler.settle()
    await sender.value
    #expect(runtime.state == 1)
    #expect(scheduler.hold == nil)
    scheduler.close {}
  }

  @Test func `The watchdog is done when no store is open`() {
    let watchdog = Watchdog { _ in }
    #expect(watchdog.look(at: [EffectScheduler()]))
    #expect(!watchdog.look(at: []))
  }
}

private final class Naming: RuntimeObserver {
  func didReduce(_: String, from _: ActionSource, to _: Int) {}
  func name(ofStep step: Int) -> String? { step == 0 ? ".tap" : nil }
}
