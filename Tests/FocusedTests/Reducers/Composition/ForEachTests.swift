import FocusedTestStore
import Testing

struct ForEachTests {
  private typealias Rows = IdentifiedArrayOf<Sleeper.State>

  @Test func rowsDoNotCancelEachOther() async {
    let clock = TestClock()
    let rows: Rows = [Sleeper.State(id: 1), Sleeper.State(id: 2)]
    let store = clock.store(
      of: EmptyReducer<Rows, IdentifiedActionOf<Sleeper>>()
        .forEach(\.self, action: { $0 }) { Sleeper() },
      from: rows)
    await store.send(.element(id: 1, action: .sleep))
    await store.send(.element(id: 2, action: .sleep))
    await store.send(.element(id: 1, action: .cancelSleep))
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.map(\.woken), [0, 1])
  }

  @Test func aRowThatChangesItsIdIsAnIssueAtTheOperatorAndItsEffectsEnd() async {
    let operatorLine = #line + 3
    let store = TestClock().store(
      of: EmptyReducer<Rows, IdentifiedActionOf<Sleeper>>()
        .forEach(\.self, action: { $0 }) {
          Sleeper()
          Reduce { row, action in
            row.id = 5
            return .none
          }
        },
      from: [Sleeper.State(id: 1)] as Rows)
    let issues = await withCapturedIssues {
      await store.send(.element(id: 1, action: .sleep))
    }
    claimEqual(issues.map(\.line), [operatorLine])
    claimEqual(store.state.elements, [Sleeper.State(id: 5)])
    await store.finish()
  }

  @Test func rowsReduceInPlace() {
    struct Row: Identifiable { var id = 0, values = Array(0..<100) }
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    let address = rows[id: 1]?.values.withUnsafeBufferPointer { $0.baseAddress }
    let reducer = EmptyReducer<IdentifiedArrayOf<Row>, IdentifiedAction<Int, Int>>()
      .forEach(\.self, action: { $0 }) {
        Reduce<Row, Int> { row, action in
          row.values[0] = action
          return .none
        }
      }
    _ = reducer.reduce(into: &rows, action: .element(id: 1, action: 7))
    claimEqual(rows[id: 1]?.values.first, 7)
    claimEqual(rows[id: 1]?.values.withUnsafeBufferPointer { $0.baseAddress }, address)
  }
}
