import FocusedTestStore
import Testing

/// `.all` runs a test until each order is covered, and reports whether the coverage or the limit ended the runs.
struct AllSchedulesTests {
  /// Runs a test of effects that each send one action. `isWrong` returns whether an order fails the test.
  private func report(
    of schedules: AllSchedules, effects: Int,
    _ isWrong: @escaping @Sendable (String) -> Bool = { _ in false }
  ) async -> ExplorationReport {
    await ExplorationReport.of(schedules, line: 7) {
      let store = PlantedFeature.store(effects: effects)
      await store.send("-")
      #expect(!isWrong(store.state.order))
    }
  }

  private func notes(_ report: ExplorationReport) -> [String] {
    claimEqual(report.otherFailures, [])
    claimEqual(report.issues.map(\.line), [7])
    claimEqual(report.issues.map(\.severity), [.note])
    return report.issues.map(\.message)
  }

  @Test func `The runs end when no schedule is left`() async {
    let report = await report(of: .all, effects: 2)
    claimEqual(notes(report), ["Tried all 10 schedules."])
    claimEqual(report.explored?.isComplete, true)
  }

  @Test func `The runs end when each order and a sample of other schedules have run`() async {
    let report = await report(of: .all, effects: 5)
    let explored = report.explored
    claimEqual(explored?.hasEveryOrder, true)
    claimEqual(explored?.isComplete, false)
    // 120 orders, a sample of 50, and a random schedule that repeats an order.
    #expect((121...171).contains(explored?.count ?? 0), "\(explored?.count ?? 0)")
    claimEqual(
      notes(report), ["Tried \(explored?.count ?? 0) schedules, which stand for every order."])
  }

  @Test func `The note states that the limit came first`() async {
    let report = await report(of: .all(atMost: 20), effects: 4)
    claimEqual(
      notes(report),
      [
        """
        Tried 20 schedules, as many as `.all` allows here. There are other orders, and the test may depend on one.
        `.all(atMost:)` allows more runs.
        """
      ])
    claimEqual(report.explored?.hasEveryOrder, false)
  }

  @Test func `A bug in the last order is found, and no note is reported`() async {
    let report = await report(of: .all, effects: 4) { $0 == "-4321" }
    #expect(
      report.issues.last?.message.contains("the test fails when \"2\" arrives before \"1\".")
        == true, "\(report.issues)")
    claimEqual(report.issues.filter { $0.severity == .note }.count, 0)
  }

  @Test func `Where actions arrive from outside the store, the note states it`() async {
    let report = await ExplorationReport.of(.all, line: 7) {
      let store = PlantedFeature.store(
        starting: .run { @MainActor send in await send("a") }, .sends("b"))
      await store.send("-")
      await store.finish()
    }
    claimEqual(report.explored?.hasEveryOrder, false)
    claimEqual(
      notes(report),
      [
        """
        Tried \(report.explored.map { "\($0)" } ?? ""), all that can be chosen. They don't stand for every order: \
        actions arrive from outside the store, such as from the main actor, an unstructured task, or a callback.
        """
      ])
  }

  @Test func `A test in which nothing runs at the same time has one note`() async {
    let report = await report(of: .all, effects: 1)
    #expect(notes(report).first?.hasPrefix("1 schedule: nothing in this test runs") == true)
    claimEqual(report.explored?.hasEveryOrder, true)
  }
}
