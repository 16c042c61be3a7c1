import Core
import FocusedTestStore
import Testing

/// A `send` that follows another one may be reduced before the effects of the first one continue.
struct OverlappingSendTests {
  /// A till at which a customer can pay twice.
  private struct Till: Reducer {
    struct State: Equatable {
      var isPaying = false
      var log: [String] = []
    }

    enum Action: Equatable, Sendable {
      case payTapped, paid
      case noted(String)
    }

    let pay: Stub<Void, Void>

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .payTapped:
        if state.isPaying { return .none }
        return .run { send in
          try await pay.call()
          await send(.paid)
        }
      case .paid:
        state.isPaying = true
        return .none
      case .noted(let text):
        state.log.append(text)
        return text.hasPrefix("!") ? .none : .run { send in await send(.noted("!\(text)")) }
      }
    }
  }

  private struct Fixture {
    let pay = Stub<Void, Void>("pay")
    let store: TestStoreOf<Till>

    init(_ exhaustivity: Exhaustivity = .off) {
      pay.willReturn(())
      store = TestStore(exhaustivity, initialState: Till.State()) { [pay] in Till(pay: pay) }
    }
  }

  private func logs(
    _ test: @Sendable @escaping (TestStoreOf<Till>) async -> Void
  ) async -> (logs: Set<[String]>, explored: ExploredSchedules) {
    let logs = Lock<Set<[String]>>([])
    let explored = Lock(ExploredSchedules?.none)
    let issues = await withCapturedIssues {
      let result = await withSchedules(200, overlappingSends: true) {
        let store = Fixture().store
        await test(store)
        await store.finish()
        logs.withLock { _ = $0.insert(store.state.log) }
      }
      explored.withLock { $0 = result }
    }
    #expect(issues.allSatisfy { $0.severity == .note })
    return (logs.withLock { $0 }, explored.withLock { $0! })
  }

  // MARK: - What is found

  @Test func `A second tap comes before the first has got far`() async throws {
    let test: @Sendable () async -> Void = {
      let fixture = Fixture()
      await fixture.store.send(.payTapped)
      await fixture.store.send(.payTapped)
      #expect(fixture.pay.calls.count == 1)
    }
    let usual = await ExplorationReport.of(200, test)
    #expect(usual.issues.allSatisfy { $0.severity == .note })
    #expect(usual.otherFailures.isEmpty)
    let report = await ExplorationReport.of(200, overlappingSends: true, test)
    try #require(report.issues.count == 1)
    #expect(
      report.issues[0].message.hasPrefix(
        """
        Expected the order of effects not to matter, but the test fails when .payTapped arrives before .paid.
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
      await $0.send(.noted("a"))
      await $0.send(.noted("b"))
    }
    claimEqual(logs, [["a", "!a", "b", "!b"], ["a", "b", "!a", "!b"], ["a", "b", "!b", "!a"]])
    #expect(explored.isComplete)
  }

  // MARK: - What does not overlap

  @Test(arguments: 0..<9)
  func `A send after anything that looks at the store does not overlap`(_ look: Int) async {
    let (logs, explored) = await logs { store in
      let task = await store.send(.noted("a"))
      switch look {
      case 0: #expect(store.state.log == ["a", "!a"])
      case 1: await store.receive(.noted("!a"))
      case 2: await store.settle()
      case 3: store.assert { $0.log = ["a", "!a"] }
      case 4: await task.finish()
      case 5: #expect(store.history.count == 2)
      case 6: await TestClock().advance(by: .seconds(1))
      case 7: #expect(Stub<Void, Void>("other").calls.isEmpty)
      default: #expect(task.isFinished)
      }
      await store.send(.noted("b"))
    }
    claimEqual(logs, [["a", "!a", "b", "!b"]])
    claimEqual(explored.count, 1)
  }

  @Test func `A send with an assert closure does not overlap, and one after it does`() async {
    let (logs, _) = await logs { store in
      await store.send(.noted("a"))
      await store.send(.noted("b")) { $0.log = ["a", "!a", "b"] }
      await store.send(.noted("!c"))
    }
    claimEqual(logs, [["a", "!a", "b", "!b", "!c"], ["a", "!a", "b", "!c", "!b"]])
  }

  @Test func `The tasks of both can be awaited`() async {
    let (logs, _) = await logs { store in
      let first = await store.send(.noted("a"))
      let second = await store.send(.noted("b"))
      await second.finish()
      #expect(second.isFinished)
      await first.finish()
      #expect(first.isFinished)
    }
    claimEqual(logs.count, 3)
  }

  @Test func `To cancel a task is to look at the store`() async {
    let (logs, _) = await logs { store in
      let first = await store.send(.noted("a"))
      await first.cancel()
      await store.send(.noted("!b"))
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
      await Fixture().store.send(.noted("a"))
    }
    claimEqual(report.issues.map(\.message), [note])
    claimEqual(report.issues.map(\.severity), [.note])
    claimEqual(report.issues.map(\.line), [7])
    let overlapping = await ExplorationReport.of(200, overlappingSends: true) {
      let store = Fixture().store
      await store.send(.noted("a"))
      await store.send(.noted("b"))
    }
    #expect(!overlapping.hasFailed)
    #expect(!(await ExplorationReport.of(1) { await Fixture().store.send(.noted("a")) }).hasFailed)
  }
}
