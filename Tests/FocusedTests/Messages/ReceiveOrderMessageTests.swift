import FocusedTestStore
import Testing

/// The messages of a `receive` whose order counts: in `.on`, and of several actions in order. The article pins the one
/// about an action that comes later.
struct ReceiveOrderMessageTests {
  @Test func aPayloadTooLongToBeNamedIsSaidToBeAnotherOne() async {
    enum Action: Equatable { case ask, answered(String) }
    let (first, second) = (String(repeating: "a", count: 60), String(repeating: "b", count: 60))
    let store = TestStore(initialState: 0) {
      Reduce { _, action in
        action == .ask ? .send(Action.answered("\(first) \(second)")) : .none
      }
    }
    await store.send(.ask)
    await expectIssue {
      await store.receive(.answered("\(second) \(first)"))
    }
  }

  @Test func anActionThatMayComeYetInOnIsSaidTo() async {
    let store = JournalFixture.store(.on)
    let task = await store.send(.tick)
    store.exhaustivity = .on(checking: .receivedActions)
    await store.send(.load)
    await expectIssue {
      await store.receive(.failed("offline"))
    }
    await task.cancel()
  }

  @Test func severalActionsInOrderAreReportedAtTheFirstThatIsMissing() async {
    let store = JournalFixture.store()
    await store.send(.loadTwice)
    await expectIssue {
      await store.receive(inOrder: .loaded(2), .loaded(1))
    }
  }
}
