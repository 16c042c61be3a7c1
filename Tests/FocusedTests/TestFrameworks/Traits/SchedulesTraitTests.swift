import Core
import FocusedTestStore
import Testing

@testable import struct FocusedExploration.SchedulesTrait

struct SchedulesTraitTests {
  private static let orders = Lock<[String: Set<[Int]>]>([:])

  /// A store whose action 0 starts two effects at once.
  private static func makeStore() -> TestStore<[Int], Int> {
    TestStore(.off, initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        if action == 0 { return .merge(.run { await $0(1) }, .run { await $0(2) }) }
        state.append(action)
        return .none
      }
    }
  }

  private static func run(_ test: String) async {
    let store = makeStore()
    await store.send(0)
    let order = store.state
    orders.withLock { _ = $0[test, default: []].insert(order) }
  }

  private static func ran(_ test: String) -> Set<[Int]> { orders.withLock { $0[test] ?? [] } }

  @Suite(.schedules(20), .serialized) struct OfASuite {
    @Test func `1 explores`() async { await SchedulesTraitTests.run("suite") }
    @Test(.schedules(1)) func `2 runs as ever`() async { await SchedulesTraitTests.run("test") }
    @Test(arguments: [1, 2]) func `3 explores each argument`(_ argument: Int) async {
      await SchedulesTraitTests.run("argument \(argument)")
    }
    @Test(.schedules(1)) func `4 all have done so`() {
      claimEqual(SchedulesTraitTests.ran("suite"), [[1, 2], [2, 1]])
      claimEqual(SchedulesTraitTests.ran("test"), [[1, 2]])
      claimEqual(SchedulesTraitTests.ran("argument 1"), [[1, 2], [2, 1]])
      claimEqual(SchedulesTraitTests.ran("argument 2"), [[1, 2], [2, 1]])
    }
  }

  @Test func `A failing test throws, and its issues are those of one run`() async throws {
    struct WrongOrder: Error {}
    let trait = SchedulesTrait.schedules(20, line: 7)
    let test = try #require(Test.current)
    var thrown: (any Error)?
    let issues = await withCapturedIssues {
      do {
        try await trait.explore(as: test) {
          let store = Self.makeStore()
          await store.send(0)
          if store.state == [2, 1] { throw WrongOrder() }
        }
      } catch {
        thrown = error
      }
    }
    #expect(thrown is WrongOrder)
    claimEqual(issues.map(\.line), [7])
    claimEqual(issues.first?.message.contains("fails when 2 arrives before 1."), true)
  }
}
