import FocusedTestStore
import Testing

struct ForEachTests {
  @Test func theElementRunsBeforeTheParent() async {
    let store = makeStore(TestClock())
    await store.send(.rows(.element(id: 2, action: .woke))) {
      $0.rows[id: 2]?.woken = 1
      $0.seen = [1]
    }
  }

  @Test func rowsDoNotCancelEachOther() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.rows(.element(id: 1, action: .sleep)))
    await store.send(.rows(.element(id: 2, action: .sleep)))
    await store.send(.rows(.element(id: 1, action: .cancelSleep)))
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.rows.map(\.woken), [0, 1])
  }

  @Test func anUnknownIdIsAnIssueAndOnlyTheParentGetsTheAction() async {
    let store = makeStore(TestClock())
    let line = #line + 1
    let issues = await withCapturedIssues {
      await store.send(.rows(.element(id: 9, action: .woke)))
    }
    #expect(
      issues.map(\.message) == [
        """
        Expected \\.rows to have an element with the id 9 for .rows(.element(id: 9, action: .woke)), \
        but it has none.
        No element got the action; the parent did.

        Most likely the element was removed before the action arrived.
        Add the element before anything sends its actions, and send none once it is removed.

        This happened while reducing .rows(.element(id: 9, action: .woke)), sent at \
        ForEachTests.swift:\(line + 1).
        """
      ])
    claimEqual(issues.first?.line, List.operatorLine)
    claimEqual(store.state.seen, [nil])
  }

  @Test func aRowThatChangesItsIdIsAnIssueAtTheOperatorAndItsEffectsEnd() async {
    typealias Rows = IdentifiedArrayOf<Sleeper.State>
    let operatorLine = #line + 3
    let store = TestStore(.off, initialState: [Sleeper.State(id: 1)] as Rows) {
      EmptyReducer<Rows, IdentifiedAction<Int, Sleeper.Action>>()
        .forEach(\.self, action: CasePath { $0 }) {
          Sleeper()
          Reduce { row, action in
            row.id = 5
            return .none
          }
        }
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
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
      .forEach(\.self, action: CasePath { $0 }) {
        Reduce<Row, Int> { row, action in
          row.values[0] = action
          return .none
        }
      }
    _ = reducer.reduce(into: &rows, action: .element(id: 1, action: 7))
    claimEqual(rows[id: 1]?.values.first, 7)
    claimEqual(rows[id: 1]?.values.withUnsafeBufferPointer { $0.baseAddress }, address)
  }

  private func makeStore(_ clock: TestClock<Duration>) -> TestStoreOf<List> {
    clock.store(of: List(), from: List.State(rows: [Sleeper.State(id: 1), Sleeper.State(id: 2)]))
  }
}

extension ForEachTests {
  fileprivate struct List: Reducer {
    struct State: Equatable {
      var rows: IdentifiedArrayOf<Sleeper.State>
      var seen: [Int?] = []
    }
    enum Action {
      case rows(IdentifiedAction<Int, Sleeper.Action>)
    }

    static let operatorLine = #line + 12

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .rows(.element(let id, .woke)):
          state.seen.append(state.rows[id: id]?.woken)
        case .rows:
          break
        }
        return .none
      }
      .forEach(\.rows, action: { .rows($0) }) { Sleeper() }
    }
  }
}
