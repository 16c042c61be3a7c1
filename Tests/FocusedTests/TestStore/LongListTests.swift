import FocusedTestStore
import Synchronization
import Testing

/// A failing closure about a long list takes time in proportion to its length: the number of comparisons grows with the
/// number of elements, and not with its square.
@Suite struct LongListTests {
  /// The calls differ in the states that they compare, and the edits in the comparison.
  private static let cases =
    Edit.allCases.map { (Call.send, $0) } + Call.allCases.dropFirst().map { ($0, Edit.values) }

  @Test(arguments: cases)
  func `Twice the elements take twice the comparisons`(call: Call, edit: Edit) async {
    // Elements of shorter lists are compared pair by pair.
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
  enum Edit: CaseIterable { case values, changes, rows, addedRows, addedRowByRow, entries, members }

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
    var entries: [Value: Int]
    var members: Set<Value>
    let counter: Counter

    init(count: Int, counter: Counter) {
      values = (0..<count).map { Value(number: $0, counter: counter) }
      rows = IdentifiedArray(uniqueElements: values.map { Row(id: $0) })
      entries = Dictionary(uniqueKeysWithValues: values.map { ($0, 0) })
      members = Set(values)
      self.counter = counter
    }

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.values == rhs.values && lhs.rows == rhs.rows && lhs.entries == rhs.entries
        && lhs.members == rhs.members
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
      case .addedRows: rows.append(contentsOf: newRows(step))
      case .addedRowByRow:
        for row in newRows(step) { rows.append(row) }
      case .entries: for value in values { entries[value, default: 0] += step }
      case .members:
        members = Set(values.map { Value(number: $0.number * 3 + step, counter: counter) })
      }
    }

    private func newRows(_ title: Int) -> [Row] {
      values.map { Row(id: Value(number: -1 - $0.number, counter: counter), title: title) }
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
