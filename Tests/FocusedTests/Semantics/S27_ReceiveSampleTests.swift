import FocusedTestStore
import Testing

/// The samples of `receive`, for actions that are not `Equatable`.
struct S27_ReceiveSampleTests {
  private enum Action {
    case load
    case started
    case loaded([String])
    case failed(any Error)

    var isLoaded: Bool { if case .loaded = self { true } else { false } }
  }

  @Test nonisolated(nonsending) func `A case, a value, and a condition`() async {
    let store = TestStore<Int, Action>(.off, initialState: 0) {
      Reduce { _, action in
        guard case .load = action else { return .none }
        return .merge(
          .send(.started), .send(.loaded(["Rain"])), .send(.loaded(["Rain"])),
          .send(.loaded(["Rain", "Sun"])))
      }
    }
    await store.send(.load)
    await store.receive(inOrder: .case { .started }, .case { .loaded($0) })
    await store.send(.load)
    await store.receive(inOrder: .case { .started }, .where { $0.isLoaded })
    await store.send(.load)
    await store.receive(case: { .loaded($0) })
    await store.receive(case: { .loaded($0) }, ["Rain"])
    await store.receive(where: { $0.isLoaded })
    await store.send(.load)
    await store.receive(where: { if case .loaded(let rows) = $0 { rows.count == 2 } else { false } }
    )
  }
}
