import FocusedTestStore
import Testing

struct IfLetTests {
  @Test func theChildRunsBeforeTheParent() async {
    let store = TestStore(.off, initialState: Parent.State(child: Sleeper.State())) { Parent() }
    await store.send(.child(.woke)) {
      $0.child?.woken = 1
      $0.seen = [1]
    }
  }

  @Test func theEffectsOfAChildThatStaysGoOn() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.child(.sleep))
    await store.send(.replace(id: 0))
    await clock.advance(by: .seconds(1))
    claimEqual(store.state.child?.woken, 1)
  }

  @Test func anEnumChildInAnotherCaseIsAnotherChild() async {
    let clock = TestClock()
    let store = clock.store(of: Desk(), from: Desk.State(draft: .saved(Draft.Text(id: 0))))
    await store.send(.draft(.save))
    await store.send(.replace(.saved(Draft.Text(id: 1, words: "b"))))
    await clock.advance(by: .seconds(1))
    await store.receive(.draft(.done))

    await store.send(.draft(.save))
    await store.send(.replace(.new(id: 2)))
    await store.finish()
    await store.send(.draft(.save))
    await store.send(.replace(.saved(Draft.Text(id: 2))))
    await store.finish()
  }

  @Test(arguments: [Draft.Action.save, .publish])
  func aChildThatChangesItsOwnIdentityKeepsItsEffects(_ action: Draft.Action) async {
    await Draft.claimEffectsFollow(
      action, in: Desk(), from: Desk.State(draft: .new(id: 0)), embedding: { .draft($0) },
      leaving: .replace(nil))
  }

  @Test func anActionWithoutAChildIsAnIssueAndOnlyTheParentGetsIt() async {
    let store = TestStore(.off, initialState: Parent.State()) { Parent() }
    let line = #line + 1
    let issues = await withCapturedIssues { await store.send(.child(.woke)) }
    #expect(
      issues.map(\.message) == [
        """
        Expected \\.child to hold a state for .child(.woke), but it is nil.
        The child did not get the action; its parent did.

        Most likely the child was dismissed before the action arrived, or was not presented yet.
        Set the state before anything sends the child's actions, and send none once it is nil.

        This happened while reducing .child(.woke), sent at IfLetTests.swift:\(line).
        """
      ])
    claimEqual(issues.first?.line, Parent.operatorLine)
    claimEqual(store.state.seen, [nil])
  }

  @Test func dismissStaysThatOfTheFeatureAround() async {
    let store = makeStore(TestClock())
    await store.send(.child(.close))
    #expect(store.isDismissed)
  }

  private func makeStore(_ clock: TestClock<Duration>) -> TestStoreOf<Parent> {
    clock.store(of: Parent(), from: Parent.State(child: Sleeper.State()))
  }
}

extension IfLetTests {
  struct Parent: Reducer {
    struct State: Equatable {
      var child: Sleeper.State?
      var seen: [Int?] = []
    }
    enum Action: Equatable, Sendable {
      case child(Sleeper.Action)
      case replace(id: Int)
    }

    static let operatorLine = #line + 14

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .child(.woke):
          state.seen.append(state.child?.woken)
        case .replace(let id):
          state.child = Sleeper.State(id: id)
        case .child:
          break
        }
        return .none
      }
      .ifLet(\.child, action: { .child($0) }) { Sleeper() }
    }
  }

  /// A child whose case and whose ID can change.
  fileprivate struct Desk: Reducer {
    struct State: Equatable { var draft: Draft.State? }
    enum Action: Equatable {
      case draft(Draft.Action)
      case replace(Draft.State?)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .replace(let draft) = action { state.draft = draft }
        return .none
      }
      .ifLet(\.draft, action: { .draft($0) }) { Draft() }
    }
  }
}
