import FocusedTestStore
import Testing
@testable import TestFixtures

/// Features of all kinds. Each test finds the steps that lead to a forbidden state.
struct ExploredFeatureTests {
  private func steps(
    of report: ExplorationReport
  ) -> [String] {
    let lines = report.issues.first?.message.split(separator: "\n") ?? []
    return lines.filter { $0.hasPrefix("  await ") }.map { String($0.dropFirst(2)) }
  }

  // MARK: - States

  private struct Counter: Reducer {
    struct State: Equatable {
      var count = 0
    }

    enum Action: Equatable { case upTapped }

    func reduce(into state: inout State, action _: Action) -> Effect<Action> {
      state.count += 1
      return .none
    }
  }

  private struct Root: Reducer {
    struct State: Equatable {
      var path = StackState<Counter.State>()
    }

    enum Action: Equatable {
      case pushTapped
      case path(StackAction<Counter.State, Counter.Action>)
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if action == .pushTapped { state.path.append(Counter.State()) }
        return .none
      }
      .forEach(\.path, action: { .path($0) }) { Counter() }
    }
  }

  @Test func `A stack`() async {
    let report = await ExplorationReport.of(500) {
      let store = TestStore(.off, initialState: Root.State()) { Root() }
      await store.explore(upTo: 5) { state in
        [.pushTapped]
          + state.path.ids.flatMap {
            [.path(.popFrom(id: $0)), .path(.element(id: $0, action: .upTapped))]
          }
      } always: { state in
        #expect(state.path.map(\.count) != [0, 1])
      }
    }
    #expect(
      steps(of: report) == [
        "await store.send(.pushTapped)", "await store.send(.pushTapped)",
        "await store.send(.path(.element(id: 1, action: .upTapped)))",
      ])
  }

  @Test func `A stack that the invariant creates has IDs from the beginning`() async {
    await withSchedules(100) {
      let store = TestStore(.off, initialState: Root.State()) { Root() }
      await store.explore(upTo: 4) { _ in
        [.pushTapped]
      } always: { state in
        var model = StackState<Counter.State>()
        for _ in store.history { model.append(Counter.State()) }
        #expect(state == Root.State(path: model))
      }
    }
  }

  @Test func `A stack of the invariant that differs from the state's is reported`() async {
    let report = await ExplorationReport.of(100) {
      let store = TestStore(.off, initialState: Root.State()) { Root() }
      await store.explore(upTo: 4) { _ in
        [.pushTapped]
      } always: { state in
        #expect(state.path != StackState([Counter.State(), Counter.State()]))
      }
    }
    #expect(
      steps(of: report) == ["await store.send(.pushTapped)", "await store.send(.pushTapped)"])
  }

  @Test func `Ten thousand elements`() async {
    struct Item: Equatable, Identifiable, Sendable {
      let id: Int
      var isOn = false
    }
    let items = IdentifiedArray(uniqueElements: (0..<10_000).map { Item(id: $0) })
    let explored = await withSchedules(100) {
      let store = TestStore(.off, initialState: items) {
        Reduce<IdentifiedArrayOf<Item>, Int> { state, id in
          state[id: id]?.isOn.toggle()
          return .none
        }
      }
      await store.explore(upTo: 3) { _ in [1, 5_000, 9_999] }
    }
    claimEqual(explored.description, "all 40 action sequences of up to 3 steps")
  }

  // MARK: - Streams

  private struct Ticker: Reducer, Sendable {
    enum Action: Equatable {
      case startTapped
      case ticked(Int)
    }

    let ticks: @Sendable () async throws -> AsyncStream<Int>

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .startTapped:
        return .run { send in
          for await tick in try await ticks() { await send(.ticked(tick)) }
        }
      case .ticked(let tick):
        state += tick
        return .none
      }
    }
  }

  @Test func `An endpoint that gives a stream`() async {
    let report = await ExplorationReport.of(200) {
      let ticks = Stub<Void, AsyncStream<Int>>("ticks")
      ticks.mayAnswer(
        .success(
          AsyncStream {
            $0.yield(1)
            $0.yield(2)
            $0.finish()
          }))
      let store = TestStore(.off, initialState: 0) { Ticker(ticks: ticks.call) }
      await store.explore(upTo: 3) { _ in
        [.startTapped]
      } always: { state in
        #expect(state != 3)
      }
    }
    claimEqual(report.issues.count, 1)
    claimEqual(report.issues.first?.message.contains("// await ticks.succeed(with: …)"), true)
    claimEqual(
      report.issues.first?.message.contains("No source code was found for ticks, answered with"),
      true)
  }

  // MARK: - How far it went

  @Test func `The result states the number of action sequences`() async {
    func description(_ limit: Int, upTo steps: Int) async -> String {
      await withSchedules(limit) {
        let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
        await store.explore(upTo: steps) { _ in [.fillBig, .fillSmall, .emptyBig, .emptySmall] }
      }.description
    }
    #expect(await description(1_000, upTo: 4) == "all 341 action sequences of up to 4 steps")
    #expect(
      await description(1_000, upTo: 12)
        == "1,000 action sequences with every state of up to 12 steps")
    #expect(await description(10, upTo: 12) == "10 action sequences of up to 12 steps")
  }

  @Test func `Random steps go beyond what can be tried one by one`() async {
    let report = await ExplorationReport.of(1_000) {
      let store = TestStore(.off, initialState: [Int]()) {
        Reduce<[Int], Int> { state, digit in
          state.append(digit)
          return .none
        }
      }
      await store.explore(upTo: 20) { _ in
        Array(0..<6)
      } always: { state in
        #expect(Set(state).count < 6)
      }
    }
    claimEqual(steps(of: report).count, 6)
  }
}
