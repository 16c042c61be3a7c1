import FocusedTestStore
import Synchronization
import Testing

/// A failing closure about a long list takes time in proportion to its length: the number of comparisons grows with the
/// number of elements, and not with its square.
@Suite struct LongListTests {
  @Test(arguments: Call.allCases, Edit.allCases)
  func `Twice the elements take twice the comparisons`(call: Call, edit: Edit) async {
    let counts = [await comparisons(of: 250, call, edit), await comparisons(of: 500, call, edit)]
    #expect(counts[1] < counts[0] * 5 / 2, "\(counts)")
  }

  @Test func `A comparison of each pair of elements is noticed`() {
    func comparisons(of count: Int) -> Int {
      let counter = Counter()
      let elements = (0..<count).map { Ladder.Value(number: $0, counter: counter) }
      _ = elements.filter { element in elements.contains { $0 == element } }
      return counter.count
    }
    #expect(comparisons(of: 500) >= comparisons(of: 250) * 5 / 2)
  }

  enum Call: CaseIterable { case send, sendInOn, receive, assert }
  enum Edit: CaseIterable { case values, changes, rows, addedRows }

  /// The number of comparisons of elements and IDs by a call whose closure is wrong about each element.
  private func comparisons(of count: Int, _ call: Call, _ edit: Edit) async -> Int {
    let counter = Counter()
    let state = Ladder.State(count: count, counter: counter)
    let issues = await withCapturedIssues {
      let store = TestStore(call == .sendInOn ? .on : .off, initialState: state) { Ladder() }
      switch call {
      case .send, .sendInOn: await store.send(.climb(edit)) { $0.edit(edit, by: 2) }
      case .receive:
        await store.send(.start(edit))
        await store.receive(case: { .climb($0) }) { $0.edit(edit, by: 2) }
      case .assert:
        await store.send(.climb(edit))
        store.assert { $0.edit(edit, by: 2) }
      }
    }
    #expect(issues.count == 1)
    return counter.count
  }
}

private final class Counter: Sendable {
  private let value = Atomic(0)
  var count: Int { value.load(ordering: .relaxed) }
  func add() { value.add(1, ordering: .relaxed) }
}

/// A feature whose elements and IDs count how often they are compared.
private struct Ladder: Reducer {
  struct Value: Hashable {
    var number: Int
    let counter: Counter

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.counter.add()
      return lhs.number == rhs.number
    }

    func hash(into hasher: inout Hasher) {
      counter.add()
      hasher.combine(number)
    }
  }

  struct Row: Equatable, Identifiable {
    let id: Value
    var title = 0
    var length = 0
  }

  struct State: Equatable {
    var values: [Value]
    var rows: IdentifiedArrayOf<Row>
    let counter: Counter

    init(count: Int, counter: Counter) {
      values = (0..<count).map { Value(number: $0, counter: counter) }
      rows = IdentifiedArray(uniqueElements: values.map { Row(id: $0) })
      self.counter = counter
    }

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.values == rhs.values && lhs.rows == rhs.rows
    }

    mutating func edit(_ edit: LongListTests.Edit, by step: Int) {
      switch edit {
      case .values:
        values = values.indices.map { Value(number: $0 * step - 1, counter: counter) }
      case .changes:
        for index in values.indices { values[index].number += step }
      case .rows:
        for value in values {
          rows[id: value]?.title += step
          rows[id: value]?.length = step
        }
      case .addedRows:
        rows.append(
          contentsOf: values.map { value in
            Row(id: Value(number: -1 - value.number, counter: counter), title: step)
          })
      }
    }
  }

  enum Action { case start(LongListTests.Edit), climb(LongListTests.Edit) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start(let edit): return .send(.climb(edit))
    case .climb(let edit):
      state.edit(edit, by: 1)
      return .none
    }
  }
}
