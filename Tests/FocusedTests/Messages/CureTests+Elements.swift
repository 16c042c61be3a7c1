import FocusedTestStore
import Testing

// MARK: - Elements

extension CureTests {
  @Test(arguments: [Exhaustivity.on, .off])
  func theElementThatChangedInsteadIsNamed(_ exhaustivity: Exhaustivity) async {
    let jars = [Pantry.Jar(id: 1, label: "Salt"), Pantry.Jar(id: 2, label: "Rice")]
    let store = Pantry.store(exhaustivity, jars: jars)
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.send(.open(id: 1)) { $0.jars[id: 2]?.isOpen = true }
    }
    claimEqual(issues.map(\.line), [line])
    let last = "jars[id: 1].isOpen changed instead of jars[id: 2].isOpen."
    claimEqual(issues.first?.message.components(separatedBy: "\n\n").last, last)

    let pasted = Pantry.store(exhaustivity, jars: jars)
    await pasted.send(.open(id: 1)) { $0.jars[id: 1]?.isOpen = true }
  }

  @Test func anElementThatTheClosureAssertsChangedInsteadOfNone() async {
    let jars = [Pantry.Jar(id: 1, label: "Salt"), Pantry.Jar(id: 2, label: "Rice")]
    let store = Pantry.store(.on, jars: jars)
    await expectIssue {
      await store.send(.open(id: 1)) {
        $0.jars[id: 1]?.isOpen = true
        $0.jars[id: 2]?.isOpen = true
      }
    }
  }

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
