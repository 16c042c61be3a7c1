import FocusedTestStore
import Testing

struct IfCaseLetTests {
  @Test func theChildRunsBeforeTheParentThatChangesTheCase() async {
    let store = TestStore(.off, initialState: Root.State.main(Sleeper.State(woken: 3))) { Root() }
    await store.send(.main(.woke)) { $0 = .signedOut(Sleeper.State(woken: 4)) }
  }

  @Test(arguments: [Draft.Action.save, .publish])
  func aChildThatChangesItsOwnIdentityKeepsItsEffects(_ action: Draft.Action) async {
    await Draft.claimEffectsFollow(
      action, in: Desk(), from: Desk.State.writing(.new(id: 0)), embedding: { .draft($0) },
      leaving: .leave)
  }

  @Test func anActionInAnotherCaseIsAnIssueAndOnlyTheParentGetsIt() async {
    let store = TestStore(.off, initialState: Root.State.signedOut(Sleeper.State())) { Root() }
    let line = #line + 1
    let issues = await withCapturedIssues { await store.send(.main(.look)) }
    #expect(
      issues.map(\.message) == [
        """
        Expected a state of the case that holds Sleeper.State for .main(.look), but it is .signedOut.
        The child did not get the action; its parent did.

        Most likely the case was changed before the action arrived.
        Set the case before anything sends the child's actions, and send none once it is another.

        This happened while reducing .main(.look), sent at IfCaseLetTests.swift:\(line).
        """
      ])
    claimEqual(issues.first?.line, Root.mainLine)
    claimEqual(store.state, .signedOut(Sleeper.State(woken: -1)))
  }
}

extension IfCaseLetTests {
  fileprivate struct Root: Reducer {
    enum State: Equatable {
      case signedOut(Sleeper.State)
      case main(Sleeper.State)
    }
    enum Action {
      case signedOut(Sleeper.Action)
      case main(Sleeper.Action)
    }

    static let mainLine = #line + 15

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch (action, state) {
        case (.main(.woke), .main(let main)):
          state = .signedOut(main)
        case (.main(.look), .signedOut):
          state = .signedOut(Sleeper.State(woken: -1))
        default:
          break
        }
        return .none
      }
      .ifCaseLet({ .signedOut($0) }, action: { .signedOut($0) }) { Sleeper() }
      .ifCaseLet({ .main($0) }, action: { .main($0) }) { Sleeper() }
    }
  }

  fileprivate struct Desk: Reducer {
    enum State: Equatable {
      case writing(Draft.State)
      case empty
    }
    enum Action: Equatable {
      case draft(Draft.Action)
      case leave
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .leave = action { state = .empty }
        return .none
      }
      .ifCaseLet({ .writing($0) }, action: { .draft($0) }) { Draft() }
    }
  }
}
