import FocusedTestStore
import Testing

/// A `send` that follows another one may be reduced before the effects of the first one continue.
struct OverlappingSendTests {
  /// A store whose actions are followed by an action of an effect, unless they begin with "!".
  private static func store() -> TestStore<PlantedFeature.State, String> {
    PlantedFeature.store { _, action in
      action.hasPrefix("!") ? .none : .run { send in await send("!\(action)") }
    }
  }

  private func logs(
    _ test: @Sendable @escaping (TestStore<PlantedFeature.State, String>) async -> Void
  ) async -> (logs: Set<[String]>, explored: ExploredSchedules?) {
    let logs = SharedValue<Set<[String]>>([])
    let report = await ExplorationReport.of(200, overlappingSends: true) {
      let store = Self.store()
      await test(store)
      await store.finish()
      logs.now.insert(store.state.log)
    }
    #expect(report.issues.allSatisfy { $0.severity == .note } && report.otherFailures == [])
    return (logs.now, report.explored)
  }

  // MARK: - What is found

  @Test func `A second tap comes before the first has got far`() async throws {
    let test: @Sendable () async -> Void = {
      let pay = Stub<Void, Void>("pay")
      pay.willReturn(())
      let store = PlantedFeature.store { state, action in
        if action == "paid" || state.log.contains("paid") { return .none }
        return .run { send in
          try await pay.call()
          await send("paid")
        }
      }
      await store.send("tap")
      await store.send("tap")
      #expect(pay.calls.count == 1)
    }
    let usual = await ExplorationReport.of(200, test)
    #expect(usual.issues.allSatisfy { $0.severity == .note })
    #expect(usual.otherFailures.isEmpty)
    let report = await ExplorationReport.of(200, overlappingSends: true, test)
    try #require(report.issues.count == 1)
    #expect(
      report.issues[0].message.hasPrefix(
        """
        Expected the order of effects not to matter, but the test fails when "tap" arrives before "paid".
        It passes when effects run as they become ready.
        """))
    claimEqual(report.otherFailures.count, 1)

    let text = try #require(report.replayText)
    let replayed = await ExplorationReport.of(replaying: text, test)
    #expect(
      replayed.issues.map(\.message) == [
        "This test ran under the schedule \(text)."
      ])
    claimEqual(replayed.otherFailures.count, 1)
  }

  @Test func `Every order of two that overlap is tried, and the usual one is the first`() async {
    let (logs, explored) = await logs {
      await $0.send("a")
      await $0.send("b")
    }
    claimEqual(logs, [["a", "!a", "b", "!b"], ["a", "b", "!a", "!b"], ["a", "b", "!b", "!a"]])
    claimEqual(explored?.isComplete, true)
  }

  // MARK: - What does not overlap

  @Test(arguments: 0..<9)
  func `A send after anything that looks at the store does not overlap`(_ look: Int) async {
    let (logs, explored) = await logs { store in
      let task = await store.send("a")
      switch look {
      case 0: #expect(store.state.log == ["a", "!a"])
      case 1: await store.receive("!a")
      case 2: await store.settle()
      case 3: store.assert { $0.log = ["a", "!a"] }
      case 4: await task.finish()
      case 5: #expect(store.history.count == 2)
      case 6: await TestClock().advance(by: .seconds(1))
      case 7: #expect(Stub<Void, Void>("other").calls.isEmpty)
      default: #expect(task.isFinished)
      }
      await store.send("b")
    }
    claimEqual(logs, [["a", "!a", "b", "!b"]])
    claimEqual(explored?.count, 1)
  }

  @Test func `A send with an assert closure does not overlap, and one after it does`() async {
    let (logs, _) = await logs { store in
      await store.send("a")
      await store.send("b") { $0.log = ["a", "!a", "b"] }
      await store.send("!c")
    }
    claimEqual(logs, [["a", "!a", "b", "!b", "!c"], ["a", "!a", "b", "!c", "!b"]])
  }

  @Test func `The tasks of both can be awaited`() async {
    let (logs, _) = await logs { store in
      let first = await store.send("a")
      let second = await store.send("b")
      await second.finish()
      #expect(second.isFinished)
      await first.finish()
      #expect(first.isFinished)
    }
    claimEqual(logs.count, 3)
  }

  @Test func `To cancel a task is to look at the store`() async {
    let (logs, _) = await logs { store in
      let first = await store.send("a")
      await first.cancel()
      await store.send("!b")
    }
    claimEqual(logs, [["a", "!a", "!b"]])
  }

  @Test func `A look at the store runs nothing, and too early it shows nothing`() async {
    let seen = SharedValue<Set<String>>([])
    let report = await ExplorationReport.of(200, overlappingSends: true) {
      let isReady = SharedValue(false)
      let store = PlantedFeature.store { _, action in
        guard action == "a" else { return .none }
        return .run { send in
          await Task.yield()
          isReady.now = true
          await send("b")
        }
      }
      await store.send("a")
      // A variable that the test shares with the effect determines whether another `send` follows.
      if isReady.now {
        await store.send("c")
      } else {
        seen.now.insert(store.state.order)
        #expect(store.state.order == "ab")
      }
    }
    #expect(!report.hasFailed)
    claimEqual(seen.now, ["a"])
    claimEqual(report.explored?.hasEveryOrder, false)
  }

  // MARK: - What is said

  @Test func `A test in which nothing runs at the same time is worth a note`() async {
    let note = """
      1 schedule: nothing in this test runs at the same time.
      A schedule chooses between tasks of effects that are ready at once, and each `send` runs until effects are \
      idle, unless you pass `overlappingSends: true`.
      """
    let report = await ExplorationReport.of(200, line: 7) {
      await Self.store().send("a")
    }
    claimEqual(report.issues.map(\.message), [note])
    claimEqual(report.issues.map(\.severity), [.note])
    claimEqual(report.issues.map(\.line), [7])
    let overlapping = await ExplorationReport.of(200, overlappingSends: true) {
      let store = Self.store()
      await store.send("a")
      await store.send("b")
    }
    #expect(!overlapping.hasFailed)
    #expect(!(await ExplorationReport.of(1) { await Self.store().send("a") }).hasFailed)
  }
}
