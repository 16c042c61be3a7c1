import Foundation
import FocusedTestStore
import Testing

struct DeterminismCheckTests {
  private struct Inbox: Reducer {
    struct State: Equatable {
      var ids: [UUID] = []
      var date = Date(timeIntervalSince1970: 0)
      var number = 0
    }

    enum Action: Equatable {
      case compose, stamp, roll
      case rolled(Int)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .compose:
        state.ids.append(UUID())
        return .none
      case .stamp:
        state.date = Date()
        return .none
      case .roll:
        return .run { send in await send(.rolled(.random(in: 0..<(.max)))) }
      case .rolled(let number):
        state.number = number
        return .none
      }
    }
  }

  private func message(sending action: Inbox.Action) async -> String? {
    let report = await ExplorationReport.of(20, checkingDeterminism: true, line: 7) {
      let store = TestStore(.off, initialState: Inbox.State()) { Inbox() }
      await store.send(action)
    }
    #expect(report.issues.map(\.line) == [7])
    return report.issues.first?.message
  }

  @Test func `A stray UUID is found`() async throws {
    let message = try #require(await message(sending: .compose))
    #expect(
      message.hasPrefix(
        """
        Expected two runs under the same schedule to be the same, but the state after action 1, .compose, \
        differs.
        """))
    #expect(message.hasSuffix("The likely cause is a `UUID()`. Use `@Dependency(\\.uuid)`."))
  }

  @Test func `A stray date is found`() async throws {
    #expect(
      try #require(await message(sending: .stamp))
        .hasSuffix("The likely cause is a `Date()`. Use `@Dependency(\\.date.now)`."))
  }

  @Test func `A random number in an action is found`() async throws {
    let message = try #require(await message(sending: .roll))
    #expect(
      message.hasPrefix(
        """
        Expected two runs under the same schedule to be the same, but action 2 differs.
        First it was .rolled(
        """))
    #expect(
      message.hasSuffix(
        """
        The likely cause is a random number, or state that the runs share. Use \
        `@Dependency(\\.withRandomNumberGenerator)`, and create the objects that it uses in the test.
        """))
  }

  @Test func `Another action is told from another value`() async throws {
    let runs = SharedValue(0)
    let report = await ExplorationReport.of(20, checkingDeterminism: true) {
      runs.now += 1
      let store = PlantedFeature.store(effects: 0)
      await store.send("a")
      if runs.now == 1 { await store.send("once") }
    }
    #expect(
      report.issues.map(\.message) == [
        """
        Expected two runs under the same schedule to be the same, but action 2 differs.
        First it was "once", then none.

        The likely cause is work that no effect manages: a detached task, a callback, a real clock; or state \
        that the runs share.
        """
      ])
  }

  @Test func `A second run that fails, or has other stores, is told`() async throws {
    let runs = SharedValue(0)
    let failing = await ExplorationReport.of(20, checkingDeterminism: true) {
      runs.now += 1
      _ = PlantedFeature.store(effects: 0)
      if runs.now == 2 { reportIssue("Wrong.") }
    }
    #expect(
      failing.issues.map(\.message) == [
        "Expected two runs under the same schedule to be the same, but the second one failed."
      ])
    runs.now = 0
    let stores = await ExplorationReport.of(20, checkingDeterminism: true) {
      runs.now += 1
      for _ in 0..<runs.now { _ = PlantedFeature.store(effects: 0) }
    }
    #expect(
      stores.issues.map(\.message) == [
        """
        Expected two runs under the same schedule to be the same, but the first created 1 store and the \
        second 2.
        """
      ])
  }

  @Test func `A test that is determined passes, and runs twice under each schedule`() async {
    let runs = SharedValue(0)
    let report = await ExplorationReport.of(20, checkingDeterminism: true) {
      runs.now += 1
      await PlantedFeature.store(effects: 2).send("-")
    }
    #expect(!report.hasFailed)
    claimEqual(report.explored?.description, "all 10 schedules")
    claimEqual(runs.now, 20)
  }

  @Test func `The order of effects is checked in each schedule`() async {
    // The second run of the deviating schedule differs.
    let runs = SharedValue(0)
    let report = await ExplorationReport.of(20, checkingDeterminism: true) {
      runs.now += 1
      await PlantedFeature.store(starting: .sends(runs.now == 4 ? "3" : "1"), .sends("2")).send("-")
    }
    claimEqual(report.issues.count, 1)
    claimEqual(report.issues.first?.message.contains("action 3 differs"), true)
  }
}
