import FocusedTestStore
import TestFixtures
import Testing

/// If actions commute, few runs cover every order.
struct OrderCoverageTests {
  private func explore(
    effects: Int, sends: Int, schedules: AllSchedules = .all,
    orders: SharedValue<Set<String>>? = nil,
    _ step: @escaping @Sendable (inout PlantedFeature.State, String) -> Void
  ) async -> ExplorationReport {
    await ExplorationReport.of(schedules, line: 7) {
      let seen = SharedValue("")
      let store = TestStore(.off, initialState: PlantedFeature.State()) {
        Reduce<PlantedFeature.State, String> { state, action in
          seen.now += action
          if action == "-" {
            return .merge(
              (0..<effects).map { effect in
                .sends(String((0..<sends).map { Self.letter(effect * sends + $0) }))
              })
          }
          step(&state, action)
          return .none
        }
      }
      await store.send("-")
      orders?.now.insert(seen.now)
    }
  }

  private static func letter(_ number: Int) -> Character {
    Character(UnicodeScalar(UInt8(97 + number)))
  }

  /// The table of the article Schedules. The column "one" is for a single dependent pair of actions of different
  /// effects.
  @Test(arguments: [
    (4, 1, 71, 71, 71), (5, 1, 100, 100, 171), (3, 2, 96, 96, 142), (7, 1, 100, 100, nil),
    (6, 2, 100, 100, nil),
  ])
  func `The number of runs depends on the pairs that don't commute`(
    _ effects: Int, _ sends: Int, none: Int, one: Int, all: Int?
  ) async {
    let last = String(Self.letter(effects * sends - 1))
    let independent = await explore(effects: effects, sends: sends) { $0[$1] = 1 }
    claimEqual(independent.explored?.count, none)
    let pair = await explore(effects: effects, sends: sends) { state, action in
      state["a" == action || last == action ? "shared" : action] = action == "a" ? 1 : 2
    }
    claimEqual(pair.explored?.count, one)
    #expect([independent, pair].allSatisfy { $0.explored?.hasEveryOrder == true })
    guard let all else { return }
    let dependent = await explore(effects: effects, sends: sends) { $0.log.append($1) }
    claimEqual(dependent.explored?.count, all)
    claimEqual(dependent.explored?.hasEveryOrder, true)
  }

  /// The slow cells of the table: `FOCUSED_SOAK=1000 swift test --filter OrderCoverage`.
  @Test(.enabled(if: SoakSize.isLong), arguments: [(7, 1, 5_091), (6, 2, 10_000)])
  func `If no pair of many commutes, the runs end late`(
    _ effects: Int, _ sends: Int, _ count: Int
  ) async {
    let dependent = await explore(effects: effects, sends: sends) { $0.log.append($1) }
    claimEqual(dependent.explored?.count, count)
    claimEqual(dependent.explored?.hasEveryOrder, count < 10_000)
  }

  // MARK: - The sample

  /// A reducer with a shared object that matters only if four of seven actions arrive backwards.
  private func exploreHidden(
    _ schedules: AllSchedules, asserting isAsserting: Bool
  ) async -> ExplorationReport {
    await ExplorationReport.of(schedules, line: 7) {
      let seen = SharedValue("")
      let store = TestStore(.off, initialState: PlantedFeature.State()) {
        Reduce<PlantedFeature.State, String> { state, action in
          if action == "-" { return .merge("abcdefg".map { .sends(String($0)) }) }
          seen.now += action
          state[action] = seen.now.filter { "abcd".contains($0) } == "dcba" && action == "a" ? 2 : 1
          return .none
        }
      }
      await store.send("-")
      if isAsserting { #expect(store.state["a"] == 1) }
    }
  }

  @Test func `A difference in the sample withdraws the claim and names the two actions`() async {
    let report = await exploreHidden(.all(atMost: 200), asserting: false)
    claimEqual(report.explored?.hasEveryOrder, false)
    claimEqual(
      report.issues.map(\.message),
      [
        """
        Tried 200 schedules, as many as `.all` allows here. There are other orders, and the test may depend on one.
        `.all(atMost:)` allows more runs.

        No order stands for another, because two actions that seemed to commute don't: the result differs when "d" \
        arrives before "c".
        The likely cause is an object that effects or reducers share, or a reducer that treats a rare order in a special way.

        The state at the end, + in that order:
            PlantedFeature.State(
              … (1 unchanged),
              numbers: [
                … (6 unchanged),
          −     "a": 1
          +     "a": 2
              ]
            )
        """
      ])
  }

  @Test func `If equal orders differ, no order stands for another`() async {
    let number = SharedValue(0)
    let report = await explore(effects: 7, sends: 1, schedules: .all(atMost: 100)) {
      state, action in
      number.now += 1
      state[action] = number.now
    }
    claimEqual(report.explored?.hasEveryOrder, false)
    claimEqual(
      report.issues.map(\.message),
      [
        """
        Tried 100 schedules, as many as `.all` allows here. There are other orders, and the test may depend on one.
        `.all(atMost:)` allows more runs.

        No order stands for another, because equal orders led to different results.
        `checkingDeterminism: true` looks for the cause.
        """
      ])
  }

  @Test func `A failure in the sample states that something besides the state matters`() async {
    let report = await exploreHidden(.all, asserting: true)
    let found = report.issues.last?.message.split(separator: "\n").dropLast().last
    claimEqual(
      found.map(String.init),
      """
      Found with schedule 58. The first 50 schedules seemed to stand for every order, so something besides the state \
      matters, such as an object that effects share. It takes 3 deviations. To repeat it, run this test alone with
      """)
  }

  @Test func `A failure before that states that the schedules did not stand for every order`() async
  {
    let report = await explore(effects: 2, sends: 1) { state, action in
      state.log.append(action)
      if state.order == "ba" { Issue.record("b before a") }
    }
    let found = report.issues.last?.message.split(separator: "\n").dropLast().last
    claimEqual(
      found.map(String.init),
      """
      Found with schedule 2, before the schedules stood for every order. To repeat it, run this test alone with
      """)
  }

  // MARK: - A number of schedules

  /// The requested number of schedules runs, and the result states whether they cover every order.
  @Test(arguments: [
    (200, true, "200 schedules, which stand for every order"),
    (100, true, "100 schedules, which stand for every order"), (99, true, "99 schedules"),
    (200, false, "200 schedules"),
  ])
  func `A number of schedules can stand for every order if actions commute`(
    _ count: Int, _ commute: Bool, _ result: String
  ) async {
    let report = await ExplorationReport.of(count) {
      let store = PlantedFeature.store { state, action in
        if commute { state.log = [] }
        if action == "-" { return .merge("abcdefg".map { .sends(String($0)) }) }
        state[action] = 1
        return .none
      }
      await store.send("-")
    }
    claimEqual(report.explored?.description, result)
    claimEqual(report.issues.count, 0)
  }

  // MARK: - What commutes

  @Test func `Additions commute`() async {
    let report = await explore(effects: 7, sends: 1) { state, _ in state["count"] += 1 }
    claimEqual(report.explored?.hasEveryOrder, true)
    #expect((report.explored?.count ?? 1_000) <= 200)
  }

  @Test func `The third to arrive wins, so nothing commutes`() async {
    let orders = SharedValue<Set<String>>([])
    let report = await explore(effects: 5, sends: 1, orders: orders) { state, action in
      state["arrived"] += 1
      if state["arrived"] == 3 { state["winner \(action)"] = 1 }
    }
    claimEqual(report.explored?.hasEveryOrder, true)
    claimEqual(orders.now.count, 120)
  }

  /// Something besides the state depends on the order, so each order runs.
  @Test(arguments: ["history", "not received", "closure", "case", "on", "actor", "stub"])
  func `Where an order is read, no order stands for another`(_ reader: String) async {
    let orders = SharedValue<Set<String>>([])
    actor Desk { func enter() {} }
    // Each hop to another actor adds orders.
    let isHopping = reader == "actor" || reader == "stub"
    let report = await ExplorationReport.of(isHopping ? .all(atMost: 200) : .all, line: 7) {
      let desk = Desk()
      let stub = Stub<Void, Void>("stub")
      stub.willReturn(())
      let seen = SharedValue("")
      let store = TestStore(
        reader == "on" ? .on(checking: .receivedActions) : .off,
        initialState: PlantedFeature.State()
      ) {
        Reduce<PlantedFeature.State, String> { state, action in
          seen.now += action
          state[action] = 1
          guard action == "-" else { return .none }
          return .merge(
            "abcd".map { name in
              .run { send in
                if reader == "actor" { await desk.enter() }
                if reader == "stub" { try await stub.call() }
                await send(String(name))
              }
            })
        }
      }
      await store.send("-")
      switch reader {
      case "history": _ = store.history
      case "not received": await store.assertNotReceived("x")
      case "closure": await store.receive("a") { $0["a"] = 1 }
      case "case": await store.receive(where: { $0 == "a" })
      case "on": await store.skipReceivedActions(strict: false)
      default: break
      }
      orders.now.insert(seen.now)
    }
    claimEqual(report.explored?.hasEveryOrder, !isHopping)
    if !isHopping { claimEqual(orders.now.count, 24) }
    #expect(!report.issues.contains { $0.severity == .error }, "\(report.issues)")
  }
}
