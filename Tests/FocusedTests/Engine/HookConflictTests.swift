#if os(Linux) || os(macOS)
  import Core
  import Testing

  @testable import FocusedTestStore

  /// Another library may set the variables of the runtime that stores use. Each test has a process of its own.
  @Suite(.needsOwnership) struct HookConflictTests {
    @Test func `Stores have one order beside a main serial executor`() async {
      await #expect(processExitsWith: .success) {
        let plain = await histories()
        #expect(plain.count == 1)
        #expect(plain.first?.count == EffectKind.everything.noteCount)
        MainSerialExecutor.turnOn()
        #expect(await histories() == plain)
        MainSerialExecutor.turnOff()
        #expect(await histories() == plain)
      }
    }

    @Test func `A store keeps its order if a main serial executor is set while it is open`() async {
      await #expect(processExitsWith: .success) {
        let plain = await histories()
        let changed = await histories(
          before: { MainSerialExecutor.turnOff() }, whileOpen: { MainSerialExecutor.turnOn() })
        #expect(changed == plain)
      }
    }

    @Test func `A store keeps its order if a main serial executor is removed while it is open`()
      async
    {
      await #expect(processExitsWith: .success) {
        let plain = await histories()
        let changed = await histories(
          before: { MainSerialExecutor.turnOn() },
          whileOpen: {
            MainSerialExecutor.turnOff()
            #expect(await !runsForeignTasks())
          })
        #expect(changed == plain)
      }
    }

    @Test func `A main serial executor runs foreign tasks while a store is open`() async {
      await #expect(processExitsWith: .success) {
        MainSerialExecutor.turnOn()
        _ = await histories(whileOpen: { #expect(await runsForeignTasks()) })
      }
    }

    @Test func `After the last store, the variable is as the other library has set it`() async {
      await #expect(processExitsWith: .success) {
        _ = await histories(whileOpen: { #expect(MainSerialExecutor.isOn) })
        #expect(!MainSerialExecutor.isOn)
        MainSerialExecutor.turnOn()
        _ = await histories()
        #expect(MainSerialExecutor.isOn)
        #expect(await runsForeignTasks())
      }
    }

    @Test func `If the check of the hooks fails, they are removed, and one note says so`() async {
      await #expect(processExitsWith: .success) {
        // The check finds the hooks installed, but the one for the main actor's executor is lost.
        RuntimeHooks.install(for: JobRouter.shared)
        RuntimeVariables.mainExecutor = nil
        let issues = await withCapturedIssues {
          for _ in 0..<2 {
            let store = Probe.store(onTap: { send in Task { await send(.got(1)) } })
            await store.send(.tap)
            #expect(!MainSerialExecutor.isOn)
            await store.receive(.got(1), timeout: .seconds(3600)) { $0.values = [1] }
            await store.finish(timeout: .seconds(3600))
          }
        }
        #expect(!Ownership.isExact)
        #expect(issues.map(\.severity) == [.note])
        #expect(issues.first?.message == FailureMessages.ownsNoTasks)
      }
    }
  }

  /// The different orders of a scenario in several stores. A store with effects in flight after its call has none.
  ///
  /// - Parameters:
  ///   - prepare: What happens before each store is open.
  ///   - change: What happens while each store is open, before its effects start their tasks.
  private func histories(
    before prepare: () -> Void = {},
    whileOpen change: nonisolated(nonsending) () async -> Void = {}
  ) async -> Set<[String]> {
    var histories: Set<[String]> = []
    for _ in 0..<20 {
      prepare()
      let clock = TestClock()
      let store = EffectKind.store(EffectKind.everything.after(clock))
      await store.send(.start)
      await change()
      await clock.advance(by: .seconds(1))
      let isDone = await store.exclusively { $0.unfinishedEffects.isEmpty }
      histories.insert(isDone ? store.state : ["unfinished"])
    }
    return histories
  }

  /// Whether the main serial executor runs a task that no effect started.
  private func runsForeignTasks() async -> Bool {
    let count = MainSerialExecutor.jobCount.load(ordering: .relaxed)
    await Task {}.value
    return MainSerialExecutor.jobCount.load(ordering: .relaxed) > count
  }
#endif
