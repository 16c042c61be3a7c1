import Core
import FocusedTestStore
import Testing

struct ExplorationTests {
  /// Effects that each send their number.
  private struct Numbers: Reducer {
    struct State: Equatable {
      var order: [Int] = []
    }

    enum Action: Equatable {
      case start
      case arrive(Int)
    }

    var count = 2

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .start:
        return .merge(
          (1...count).map { number in
            .run { send in await send(.arrive(number)) }
          })
      case .arrive(let number):
        state.order.append(number)
        return .none
      }
    }

    static func store(
      _ exhaustivity: Exhaustivity = .off, count: Int = 2
    ) -> TestStoreOf<Numbers> {
      TestStore(exhaustivity, initialState: State()) { Numbers(count: count) }
    }
  }

  private final class Log<Element: Sendable>: Sendable {
    private let elements = Lock<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }

    func append(_ element: Element) { elements.withLock { $0.append(element) } }
  }

  // MARK: - How many

  @Test(arguments: [(2, 2), (3, 6), (4, 24)])
  func `All orders of a few effects are tried, and first`(_ count: Int, _ orders: Int) async {
    let log = Log<[Int]>()
    let explored = await withSchedules(orders) {
      let store = Numbers.store(count: count)
      await store.send(.start)
      log.append(store.state.order)
    }
    claimEqual(Set(log.all).count, orders)
    claimEqual(log.all.first, Array(1...count))
    #expect(explored.hasEveryOrder)
    claimEqual(explored.count, orders)
  }

  @Test func `What was tried is told`() async {
    func description(_ limit: Int, count: Int) async -> String {
      await withSchedules(limit) { await Numbers.store(count: count).send(.start) }.description
    }
    #expect(await description(200, count: 2) == "all 10 schedules")
    #expect(await description(200, count: 3) == "200 schedules, which stand for every order")
    #expect(await description(3, count: 3) == "3 schedules")
    #expect(await description(5, count: 1) == "all 1 schedule")
  }

  @Test func `With one schedule a test runs as ever`() async {
    let log = Log<[Int]>()
    await withSchedules(1) {
      let store = Numbers.store(count: 3)
      await store.send(.start)
      log.append(store.state.order)
    }
    claimEqual(log.all, [[1, 2, 3]])
  }

  @Test(arguments: [0, -1, Int.min])
  func `Fewer than one schedule are one issue, and one run`(_ count: Int) async {
    let runs = Log<Int>()
    let report = await ExplorationReport.of(count, line: 7) {
      runs.append(1)
      _ = Numbers.store()
    }
    #expect(
      report.issues.map(\.message) == [
        """
        Expected at least 1 schedule, but got \(count). The test ran once, with its effects in the order in \
        which they became ready.
        """
      ])
    claimEqual(report.issues.first?.line, 7)
    claimEqual(runs.all.count, 1)
    #expect(report.otherFailures.isEmpty)
  }

  @Test func `A huge number of schedules ends when all orders have been tried`() async {
    let explored = await withSchedules(.max) { await Numbers.store().send(.start) }
    claimEqual(explored.description, "all 10 schedules")
  }

  // MARK: - What fails

  @Test func `The issue names the actions, the state, and how to repeat it`() async throws {
    let report = await ExplorationReport.of(200, line: 7) {
      let store = Numbers.store()
      await store.send(.start)
      store.assert { $0.order = [1, 2] }
    }
    try #require(report.issues.count == 2)
    #expect(report.issues[0].message.hasPrefix("The state is not as expected."))
    claimEqual(report.issues[1].line, 7)
    #expect(
      report.issues[1].message == """
        Expected the order of effects not to matter, but the test fails when .arrive(2) arrives before \
        .arrive(1).
        It passes when effects run as they become ready.

        The state at the end, − if it passes and + if it fails:
            ExplorationTests.Numbers.State(
              order: [
          −     [0]: 1,
                … (1 unchanged),
          +     [1]: 1
              ]
            )

        Found with schedule 2 of 200. To repeat it, run this test alone with
        FOCUSED_SCHEDULE=1-tnb22-0:1-5u
        """)
    #expect(report.otherFailures.isEmpty)
  }

  @Test func `What a store reports at its end fails its run, even if the store is kept`()
    async throws
  {
    let kept = Lock<[RuntimeConfined<TestStore<Int, Void>>]>([])
    let line = #line + 6
    let report = await ExplorationReport.of(200) {
      let isDone = SharedValue(false)
      let store = TestStore(.on, initialState: 0) {
        Reduce<Int, Void> { _, _ in
          .merge(
            .run { _ in isDone.now = true },
            .run { _ in if !isDone.now { try await Task.never() } })
        }
      }
      let confined = RuntimeConfined(store)
      kept.withLock { $0.append(confined) }
      await store.send(())
    }
    try #require(report.issues.count == 2)
    #expect(
      report.issues[0].message.hasPrefix(
        "Expected this effect to finish by the end of the test, but it is still in flight."))
    #expect(
      report.issues[1].message.hasPrefix(
        """
        Expected the order of effects not to matter, but the test fails when the effect at \
        ExplorationTests.swift:\(line + 1) runs before the effect at ExplorationTests.swift:\(line).
        """))
  }

  @Test func `A test that fails first in, first out fails as ever, and runs once`() async {
    let runs = Log<Int>()
    let report = await ExplorationReport.of(200) {
      runs.append(1)
      let store = Numbers.store()
      await store.send(.start)
      store.assert { $0.order = [2, 1] }
    }
    claimEqual(runs.all.count, 1)
    claimEqual(report.issues.count, 1)
    claimEqual(report.explored?.count, 1)
  }

  @Test func `An error that is thrown is a failure, and is thrown`() async throws {
    struct WrongOrder: Error {}
    let issues = await withCapturedIssues {
      await #expect(throws: WrongOrder.self) {
        try await withSchedules(200) {
          let store = Numbers.store()
          await store.send(.start)
          if store.state.order == [2, 1] { throw WrongOrder() }
        }
      }
    }
    claimEqual(issues.count, 1)
  }

  @Test func `Issues that the test expects are none`() async {
    let explored = await withSchedules(200) {
      let store = Numbers.store()
      await store.send(.start)
      let issues = withCapturedIssues { store.assert { $0.order = [] } }
      #expect(issues.count == 1)
    }
    #expect(explored.isComplete)
  }

  @Test func `Known issues of a test stay known, in each run`() async {
    let runs = Log<Int>()
    await withSchedules(200) {
      let store = Numbers.store()
      await store.send(.start)
      withKnownIssue { store.assert { $0.order = [3] } }
      runs.append(1)
    }
    claimEqual(runs.all.count, 10)
  }

  @Test func `Notes are told once`() async {
    let report = await ExplorationReport.of(200) {
      let store = Numbers.store(.off(showSkippedAssertions: true), count: 3)
      await store.send(.start)
    }
    claimEqual(report.issues.count { $0.severity == .note }, report.issues.count)
    claimEqual(report.issues.count { $0.message.contains(".arrive(1)") }, 1)
  }

  @Test func `A failure that comes only once is told with the schedule`() async throws {
    let runs = Log<Int>()
    let report = await ExplorationReport.of(200, line: 7) {
      runs.append(1)
      let store = Numbers.store()
      await store.send(.start)
      if runs.all.count == 2 { store.assert { $0.order = [] } }
    }
    try #require(report.issues.count == 2)
    #expect(
      report.issues[1].message == """
        The test failed under a schedule, but passed when it ran under the same schedule again.
        It depends on something besides the order of its effects, such as a real clock, a detached task, or a \
        random value. `checkingDeterminism: true` looks for it.
        The schedule was FOCUSED_SCHEDULE=1-tnb22-0:1-5u
        """)
    claimEqual(report.issues[1].line, 7)
  }

  // MARK: - Which stores

  @Test func `All stores of a test follow the schedule`() async {
    let log = Log<[[Int]]>()
    let explored = await withSchedules(200) {
      let (one, two) = (Numbers.store(), Numbers.store())
      await one.send(.start)
      await two.send(.start)
      log.append([one.state.order, two.state.order])
    }
    #expect(explored.isComplete)
    claimEqual(Set(log.all).count, 4)
  }

  @Test func `A test that creates no store is told so`() async {
    let store = Numbers.store()
    let issues = await withCapturedIssues {
      await withSchedules(200, line: 7) { await store.send(.start) }
    }
    #expect(
      issues.map(\.message) == [
        """
        Expected the test to create a store in the closure of `withSchedules`, but it created none.
        A store that was created before does not follow the schedules.
        """
      ])
    claimEqual(issues.map(\.severity), [.note])
    claimEqual(issues.map(\.line), [7])
  }

  @Test func `Explorations in an exploration have schedules of their own`() async {
    let log = Log<[[Int]]>()
    await withSchedules(200) {
      let outer = Numbers.store()
      await outer.send(.start)
      await withSchedules(200) {
        let inner = Numbers.store()
        await inner.send(.start)
        log.append([outer.state.order, inner.state.order])
      }
    }
    claimEqual(log.all.count, 100)
    claimEqual(log.all.prefix(2), [[[1, 2], [1, 2]], [[1, 2], [2, 1]]])
    claimEqual(Set(log.all).count, 4)
  }

  @Test func `Parallel explorations do not disturb each other`() async {
    await withTaskGroup(of: Int.self) { group in
      for count in [2, 3, 4, 2, 3, 4] {
        group.addTask {
          await withSchedules(200) {
            let store = Numbers.store(count: count)
            await store.send(.start)
            #expect(store.state.order.sorted() == Array(1...count))
          }.count
        }
      }
      #expect(
        await group.reduce(into: []) { $0.append($1) }.sorted() == [10, 10, 200, 200, 200, 200])
    }
  }

  @Test func `An effect run by hand follows the schedule`() async throws {
    let log = Log<[Int]>()
    try await withSchedules(200) {
      let effect = Effect<Int>.merge(.run { await $0(1) }, .run { await $0(2) })
      log.append(try await EffectRunner.run(effect, expecting: 2))
    }
    claimEqual(log.all.prefix(2), [[1, 2], [2, 1]])
  }

  @Test func `A cancelled test stops`() async {
    let task = Task {
      await withSchedules(1_000) {
        await Numbers.store(count: 5).send(.start)
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    #expect(await task.value.count == 1)
  }

  // MARK: - What is named

  /// Effects whose tasks report their order to an endpoint, not by actions.
  private struct Callers: Reducer {
    let call: @Sendable (Int) async throws -> Void
    let hasTasks: Bool

    func reduce(into _: inout Int, action _: Int) -> Effect<Int> {
      if !hasTasks {
        return .merge((0..<2).map { number in .run { _ in try await call(number) } })
      }
      return .run { _ in
        try await withThrowingTaskGroup { group in
          for number in 0..<2 { group.addTask { try await call(number) } }
          try await group.waitForAll()
        }
      }
    }
  }

  private func messageOfCallers(hasTasks: Bool) async -> String? {
    await ExplorationReport.of(200) {
      let endpoint = Stub<Int, Void>("call")
      endpoint.willReturn(())
      let store = TestStore(.off, initialState: 0) {
        Callers(call: { try await endpoint.call($0) }, hasTasks: hasTasks)
      }
      await store.send(0)
      #expect(endpoint.calls == [0, 1])
    }.issues.last?.message.split(separator: "\n").first.map(String.init)
  }

  @Test func `Effects and their tasks are named by their lines where no action differs`() async {
    let file = "FocusedTests/ExplorationTests.swift"
    let (effects, tasks) = (
      await messageOfCallers(hasTasks: false) ?? "", await messageOfCallers(hasTasks: true) ?? ""
    )
    let prefix = "Expected the order of effects not to matter, but the test fails when"
    #expect(effects.hasPrefix("\(prefix) the effect at \(file.split(separator: "/").last!):"))
    #expect(effects.hasSuffix(" runs before another one."), "\(effects)")
    #expect(tasks.hasPrefix("\(prefix) a task of the effect at "), "\(tasks)")
    #expect(tasks.hasSuffix(" runs before another one."), "\(tasks)")
  }

  @Test func `Two stores that a clock wakes at once do so in each order`() async {
    let orders = Log<[Int]>()
    let report = await ExplorationReport.of(200) {
      let order = Log<Int>()
      let clock = TestClock()
      let stores = (0..<2).map { number in
        TestStore(.off, initialState: 0) {
          Reduce<Int, Int> { _, action in
            action == 0
              ? .run { send in
                try await clock.sleep(for: .seconds(1))
                order.append(number)
              } : .none
          }
        }
      }
      for store in stores { await store.send(0) }
      await clock.advance(by: .seconds(1))
      orders.append(order.all)
      #expect(order.all == [0, 1])
    }
    claimEqual(Set(orders.all), [[0, 1], [1, 0]])
    #expect(
      report.issues.last?.message.contains(
        "fails when another store is the first of those that a clock wakes at once.") == true)
    claimEqual(report.explored?.hasEveryOrder, false)
  }

  @Test func `Two explorations in one function have replay strings of their own`() async {
    @Sendable func explore(line: UInt) async -> ExplorationReport {
      await ExplorationReport.of(200, line: line) {
        let store = Numbers.store()
        await store.send(.start)
        store.assert { $0.order = [1, 2] }
      }
    }
    let (first, second, again) = (
      await explore(line: 7), await explore(line: 8), await explore(line: 7)
    )
    claimEqual(first.replay?.schedule, second.replay?.schedule)
    #expect(first.replayText != second.replayText)
    claimEqual(first.replayText, again.replayText)
    for text in [first.replayText, second.replayText] {
      let replayed = await ExplorationReport.of(replaying: text ?? "") {
        let store = Numbers.store()
        await store.send(.start)
        store.assert { $0.order = [1, 2] }
      }
      #expect(
        replayed.issues.last?.message
          == "This test ran under the schedule \(text ?? "").")
    }
  }
}
