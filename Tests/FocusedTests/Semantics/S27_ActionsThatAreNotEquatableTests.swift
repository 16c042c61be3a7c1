import FocusedTestStore
import Testing

/// Tests expect actions without `==` by their cases, or by a condition.
struct S27_ActionsThatAreNotEquatableTests {
  private enum Action {
    case load
    case started
    case loaded([String])
    case counted(Int, row: Upload.Row)
    case failed(any Error)

    var isLoaded: Bool { if case .loaded = self { true } else { false } }
  }

  private static func store(_ exhaustivity: Exhaustivity = .off) -> TestStore<Int, Action> {
    TestStore(exhaustivity, initialState: 0) {
      Reduce { _, action in
        guard case .load = action else { return .none }
        return .concatenate(
          .send(.started), .send(.loaded(["Rain"])), .send(.loaded(["Rain"])),
          .send(.loaded(["Rain", "Sun"])), .send(.counted(2, row: Upload.Row(id: 1, name: "A"))),
          .send(.failed(CancellationError())))
      }
    }
  }

  @Test func `Order is stated by cases and conditions`() async {
    for exhaustivity in [Exhaustivity.on, .off] {
      let store = Self.store(exhaustivity)
      await store.send(.load)
      await store.receive(
        inOrder: .case { .started }, .where { $0.isLoaded }, .case { .loaded($0) },
        .where { $0.isLoaded }, .case { .counted($0, row: $1) }, .case { .failed($0) })
      await store.finish()
    }
  }

  @Test func `A value and a condition choose between payloads`() async {
    let store = Self.store()
    await store.send(.load)
    await store.receive(where: { if case .loaded(let rows) = $0 { rows.count == 2 } else { false } }
    )
    await store.receive(case: { .loaded($0) }, ["Rain"])
  }

  @Test func `A wrong order fails at the line of the call`() async {
    let store = Self.store()
    await store.send(.load)
    let issues = await withCapturedIssues {
      await store.receive(inOrder: .case { .counted($0, row: $1) }, .case { .started })
    }
    claimIssues(issues, at: [#line - 2], naming: "Expected to receive .started")
    let other = Self.store(.on)
    await other.send(.load)
    await claimOneIssue(naming: "Expected to receive .counted, but .started was received next") {
      await other.receive(inOrder: .case { .counted($0, row: $1) }, .case { .failed($0) })
      return #line - 1
    }
    other.exhaustivity = .off
  }

  @Test func `A scoped store takes them too`() async {
    let store = TestStore<Int, Result<Action, any Error>>(.off, initialState: 0) {
      Reduce { _, action in
        guard case .success(.load) = action else { return .none }
        return .merge(.send(.success(.started)), .send(.success(.loaded([]))))
      }
    }
    let child = store.scope(state: \.self, action: { (action: Action) in .success(action) })
    await child.send(.load)
    await child.receive(inOrder: .case { .started }, .case { .loaded($0) })
    await child.send(.load)
    await claimOneIssue(naming: "Expected to receive") {
      await child.receive(inOrder: .case { .loaded($0) }, .case { .started }); return #line
    }
  }
}
