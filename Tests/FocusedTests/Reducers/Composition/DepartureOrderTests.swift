import FocusedTestStore
import Testing

/// The effects of children that rows lose are cancelled in the order in which they began.
struct DepartureOrderTests {
  private let cancelled = Collected<Int>()

  @Test func thoseThatBeganFirstAreCancelledFirst() async {
    let store = makeStore()
    for row in [2, 0, 3, 1] { await store.send(start(row)) }
    await store.send(.update { $0.remove(id: 3) })
    claimEqual(cancelled.values, [3])
    await store.send(.update { rows in for row in 0..<3 { rows[id: row]?.box.leaf = nil } })
    claimEqual(cancelled.values, [3, 2, 0, 1])
    await store.finish()
  }

  @Test(arguments: [0, 200])
  func aChildInAnObjectIsCancelledThoughNoRowWasEdited(besideParts count: Int) async {
    let store = makeStore(parts: count)
    await store.send(start(1))
    await store.send(.update { $0.elements[1].box.leaf = nil })
    claimEqual(cancelled.values, [1])
  }
}

extension DepartureOrderTests {
  private struct Row: Equatable, Identifiable {
    let id: Int
    private let parts: [Int]
    private let boxes = [Box()]

    var box: Box { boxes[0] }
    var leaf: Int? {
      get { box.leaf }
      set { box.leaf = newValue }
    }

    init(id: Int, parts: Int) {
      self.id = id
      self.parts = Array(repeating: 0, count: parts)
    }
  }

  private final class Box: Equatable {
    var leaf: Int? = 0

    static func == (lhs: Box, rhs: Box) -> Bool { lhs === rhs }
  }

  private enum Action {
    case row(IdentifiedAction<Int, RowAction>)
    case update((inout IdentifiedArrayOf<Row>) -> Void)
  }

  private enum RowAction {
    /// Starts an effect that tells the ID when it is cancelled.
    case leaf(start: Int)
  }

  private func start(_ row: Int) -> Action { .row(.element(id: row, action: .leaf(start: row))) }

  private func makeStore(parts: Int = 0) -> TestStore<IdentifiedArrayOf<Row>, Action> {
    let rows = IdentifiedArray(uniqueElements: (0..<4).map { Row(id: $0, parts: parts) })
    return TestStore(.off, initialState: rows) { [cancelled] in
      Reduce<IdentifiedArrayOf<Row>, Action> { rows, action in
        if case .update(let update) = action { update(&rows) }
        return .none
      }
      .forEach(\.self, action: { .row($0) }) {
        EmptyReducer<Row, RowAction>().ifLet(\.leaf, action: { .leaf(start: $0) }) {
          Reduce<Int, Int> { _, id in
            .run { _ in
              try await withTaskCancellationHandler {
                try await Task.never()
              } onCancel: {
                cancelled.append(id)
              }
            }
          }
        }
      }
    }
  }
}
