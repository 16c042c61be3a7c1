import FocusedTestStore
import Testing

struct IfLetTests {
  @Test func anEnumChildInAnotherCaseIsAnotherChild() async {
    let clock = TestClock()
    let store = clock.store(of: Drafts(), from: Drafts.State(draft: .saved(Draft.Text(id: 0))))
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
      action, from: Drafts.State(draft: .new(id: 0)), embedding: { .draft($0) },
      leaving: .replace(nil))
  }

  @Test func dismissStaysThatOfTheFeatureAround() async {
    let store = TestStore(.off, initialState: Optional(Sleeper.State())) {
      EmptyReducer<Sleeper.State?, Sleeper.Action>().ifLet(\.self, action: { $0 }) { Sleeper() }
    }
    await store.send(.close)
    #expect(store.isDismissed)
  }
}
