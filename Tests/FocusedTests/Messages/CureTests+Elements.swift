import FocusedTestStore
import Testing

// MARK: - Elements

extension CureTests {
  @Test func theElementsOfANewStackAreSetByTheIDsOfTheStore() async {
    let store = Pantry.store()
    await store.send(.show(1))
    await store.send(.show(2))
    await expectIssue {
      store.assert { $0.path = StackState([1, 3]) }
    }
    store.assert {
      $0.path[id: 0] = 1
      $0.path[id: 1] = 2
    }
  }
}
