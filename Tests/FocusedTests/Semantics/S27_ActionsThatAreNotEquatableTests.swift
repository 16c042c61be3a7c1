import FocusedTestStore
import Testing

/// Tests expect actions without `==` by their cases, or by a condition.
struct S27_ActionsThatAreNotEquatableTests {
  private enum Action {
    case load
    case started
    case loaded([String], row: Upload.Row)
    case counted(Int)
    case failed(any Error)
  }

  private static func store(_ exhaustivity: Exhaustivity = .off) -> TestStore<Int, Action> {
    TestStore(exhaustivity, initialState: 0) {
      Reduce { _, action in
        guard case .load = action else { return .none }
        return .concatenate(
          .send(.started), .send(.loaded(["Rain"], row: Upload.Row(id: 1, name: "A"))),
          .send(.counted(2)),
          .send(.failed(CancellationError())))
      }
    }
  }

  @Test nonisolated(nonsending) func `Order is stated by cases and conditions`() async {
    for exhaustivity in [Exhaustivity.on, .off] {
      let store = Self.store(exhaustivity)
      await store.send(.load)
      await store.receive(
        inOrder: .case { .started }, .case { .loaded($0, row: $1) },
        .where { if case .counted(2) = $0 { true } else { false } }, .case { .failed($0) })
      await store.finish()
    }
  }

  @Test nonisolated(nonsending) func `A wrong order fails at the line of the call`() async {
    let store = Self.store()
    await store.send(.load)
    let issues = await withCapturedIssues {
      await store.receive(inOrder: .case { .counted($0) }, .case { .started })
    }
    claimIssues(issues, at: [#line - 2], naming: "Expected to receive .started")
    let other = Self.store(.on)
    await other.send(.load)
    await claimOneIssue(naming: "Expected to receive .counted, but .started was received next") {
      await other.receive(inOrder: .case { .counted($0) }, .case { .failed($0) }); return #line
    }
    other.exhaustivity = .off
  }

  @Test nonisolated(nonsending) func `A scoped store takes them too`() async {
    let store = TestStore<Int, Result<Action, any Error>>(.off, initialState: 0) {
      Reduce { _, action in
        guard case .success(.load) = action else { return .none }
        return .merge(.send(.success(.started)), .send(.success(.counted(1))))
      }
    }
    let child = store.scope(state: \.self, action: { (action: Action) in .success(action) })
    await child.send(.load)
    await child.receive(inOrder: .case { .started }, .case { .counted($0) })
    await child.send(.load)
    await claimOneIssue(naming: "Expected to receive") {
      await child.receive(inOrder: .case { .counted($0) }, .case { .started }); return #line
    }
  }
}
