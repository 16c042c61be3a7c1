import FocusedTestStore
import Testing

struct ExplorationTests {
  // MARK: - How many

  @Test(arguments: [(2, 2), (3, 6), (4, 24)])
  func `All orders of a few effects are tried, and first`(_ count: Int, _ orders: Int) async {
    let log = Collected<String>()
    let explored = await withSchedules(orders) {
      let store = PlantedFeature.store(effects: count)
      await store.send("-")
      log.append(store.state.order)
    }
    claimEqual(Set(log.values).count, orders)
    claimEqual(log.values.first, "-1234".prefix(count + 1).description)
    claimEqual(explored.count, orders)
  }

  @Test func `The result states whether all schedules ran`() async {
    func description(_ limit: Int, count: Int) async -> String {
      await withSchedules(limit) { await PlantedFeature.store(effects: count).send("-") }
        .description
    }
    #expect(await description(.max, count: 2) == "all 10 schedules")
    #expect(await description(200, count: 3) == "200 schedules")
    #expect(await description(3, count: 3) == "3 schedules")
    #expect(await description(5, count: 1) == "all 1 schedule")
  }

  @Test(arguments: [0, -1, Int.min])
  func `Fewer than one schedule are one issue, and one run`(_ count: Int) async {
    let runs = Collected<Int>()
    let report = await ExplorationReport.of(count, line: 7) {
      runs.append(1)
      _ = PlantedFeature.store(effects: 2)
    }
    #expect(
      report.issues.map(\.message) == [
        """
        Expected at least 1 schedule, but got \(count). The test ran once, with its effects in the order in \
        which they became ready.
        """
      ])
    claimEqual(report.issues.first?.line, 7)
    claimEqual(runs.values.count, 1)
    #expect(report.otherFailures.isEmpty)
  }

  // MARK: - What fails

  @Test func `An issue at the end of a store fails its run, even if the store is kept`()
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
        "Expected all effects to finish by the end of the test, but one is still in flight."))
    #expect(
      report.issues[1].message.hasPrefix(
        """
        Expected the order of effects not to matter, but the test fails when the effect at \
        ExplorationTests.swift:\(line + 1) runs before the effect at ExplorationTests.swift:\(line).
        """))
  }

  @Test func `A test that fails in the first schedule fails as usual, and runs once`() async {
    let runs = Collected<Int>()
    let report = await ExplorationReport.of(200) {
      runs.append(1)
      let store = PlantedFeature.store(effects: 2)
      await store.send("-")
      store.assert { $0.log = ["-", "2", "1"] }
    }
    claimEqual(runs.values.count, 1)
    claimEqual(report.issues.count, 1)
    claimEqual(report.explored?.count, 1)
  }

  @Test func `A thrown error is a failure, and is rethrown`() async throws {
    struct WrongOrder: Error {}
    let issues = await withCapturedIssues {
      await #expect(throws: WrongOrder.self) {
        try await withSchedules(200) {
          let store = PlantedFeature.store(effects: 2)
          await store.send("-")
          if store.state.order == "-21" { throw WrongOrder() }
        }
      }
    }
    claimEqual(issues.count, 1)
  }

  @Test func `Issues that the test captures are no failures`() async {
    let explored = await withSchedules(200) {
      let store = PlantedFeature.store(effects: 2)
      await store.send("-")
      let issues = withCapturedIssues { store.assert { $0.log = [] } }
      #expect(issues.count == 1)
    }
    #expect(explored.isComplete)
  }

  @Test func `Known issues of a test stay known, in each run`() async {
    let runs = Collected<Int>()
    await withSchedules(200) {
      let store = PlantedFeature.store(effects: 2)
      await store.send("-")
      withKnownIssue { store.assert { $0.log = [] } }
      runs.append(1)
    }
    claimEqual(runs.values.count, 10)
  }

  @Test func `Notes are reported once`() async {
    let report = await ExplorationReport.of(200) {
      let store = PlantedFeature.store(effects: 3)
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send("-")
    }
    claimEqual(report.issues.count { $0.severity == .note }, report.issues.count)
    claimEqual(report.issues.count { $0.message.contains(#""1""#) }, 1)
  }

  @Test func `A failure that occurs only once is reported with its schedule`() async throws {
    let runs = Collected<Int>()
    let report = await ExplorationReport.of(200, line: 7) {
      runs.append(1)
      let store = PlantedFeature.store(effects: 2)
      await store.send("-")
      if runs.values.count == 2 { store.assert { $0.log = [] } }
    }
    try #require(report.issues.count == 2)
    #expect(
      report.issues[1].message == """
        The test failed under a schedule, but passed when it ran under the same schedule again.
        It depends on something besides the order of its effects, such as a real clock, a detached task, or a \
        random value.
        The schedule was FOCUSED_SCHEDULE=1-tnb22-0:1-5u
        """)
    claimEqual(report.issues[1].line, 7)
  }

  // MARK: - Which stores

  @Test func `All stores of a test follow the schedule`() async {
    let log = Collected<[String]>()
    let explored = await withSchedules(200) {
      let (one, two) = (PlantedFeature.store(effects: 2), PlantedFeature.store(effects: 2))
      await one.send("-")
      await two.send("-")
      log.append([one.state.order, two.state.order])
    }
    #expect(explored.isComplete)
    claimEqual(Set(log.values).count, 4)
  }

  @Test func `A test that creates no store has a note`() async {
    let store = PlantedFeature.store(effects: 2)
    let issues = await withCapturedIssues {
      await withSchedules(200, line: 7) { await store.send("-") }
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
    let log = Collected<[String]>()
    await withSchedules(200) {
      let outer = PlantedFeature.store(effects: 2)
      await outer.send("-")
      await withSchedules(200) {
        let inner = PlantedFeature.store(effects: 2)
        await inner.send("-")
        log.append([outer.state.order, inner.state.order])
      }
    }
    claimEqual(log.values.count, 100)
    claimEqual(log.values.prefix(2), [["-12", "-12"], ["-12", "-21"]])
    claimEqual(Set(log.values).count, 4)
  }

  @Test func `Parallel explorations do not disturb each other`() async {
    await withTaskGroup(of: Int.self) { group in
      for count in [2, 3, 4, 2, 3, 4] {
        group.addTask {
          await withSchedules(200) {
            let store = PlantedFeature.store(effects: count)
            await store.send("-")
            #expect(Set(store.state.log).count == 1 + count)
          }.count
        }
      }
      #expect(
        await group.reduce(into: []) { $0.append($1) }.sorted() == [10, 10, 200, 200, 200, 200])
    }
  }

  @Test func `An effect run by hand follows the schedule`() async throws {
    let log = Collected<[Int]>()
    try await withSchedules(200) {
      let effect = Effect<Int>.merge(.run { await $0(1) }, .run { await $0(2) })
      log.append(try await EffectRunner.run(effect, expecting: 2))
    }
    claimEqual(log.values.prefix(2), [[1, 2], [2, 1]])
  }

  @Test func `A cancelled test stops`() async {
    let task = Task {
      await withSchedules(1_000) {
        await PlantedFeature.store(effects: 5).send("-")
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    #expect(await task.value.count == 1)
  }

  // MARK: - What is named

  /// The first line of the issue about effects, or the tasks of one, that report their order to an endpoint.
  private func headline(
    _ effect:
      @escaping @Sendable (_ call: @escaping @Sendable (Int) async throws -> Void) -> Effect<String>
  ) async -> String {
    await ExplorationReport.of(200) {
      let endpoint = Stub<Int, Void>("call")
      endpoint.willReturn(())
      let store = PlantedFeature.store(starting: effect { try await endpoint.call($0) })
      await store.send("-")
      #expect(endpoint.calls == [0, 1])
    }.issues.last?.message.split(separator: "\n").first.map(String.init) ?? ""
  }

  @Test func `Effects and their tasks are named by their lines where no action differs`() async {
    let line = #line + 2
    let effects = await headline { call in
      .merge((0..<2).map { number in .run { _ in try await call(number) } })
    }
    let tasks = await headline { call in
      .run { _ in
        try await withThrowingTaskGroup { group in
          for number in 0..<2 { group.addTask { try await call(number) } }
          try await group.waitForAll()
        }
      }
    }
    let prefix = "Expected the order of effects not to matter, but the test fails when"
    claimEqual(
      effects, "\(prefix) the effect at ExplorationTests.swift:\(line) runs before another one.")
    claimEqual(
      tasks,
      "\(prefix) a task of the effect at ExplorationTests.swift:\(line + 3) runs before another one."
    )
  }
}
