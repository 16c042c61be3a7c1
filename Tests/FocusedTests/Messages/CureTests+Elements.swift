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
    } says: {
      """
      The state is not as expected after sending .open(id: 1).

        Pantry.State(
          … (3 unchanged),
          jars: [
            … (1 unchanged),
            [id: 2]: Pantry.Jar(
              … (2 unchanged),
      −       isOpen: true
      +       isOpen: false
            )
          ],
          … (5 unchanged)
        )
      (− expected, + actual)
      """
    }
  }

  @Test func anElementThatTheStepAddedByAnotherIDIsShown() async {
    let store = Pantry.store(jars: [Pantry.Jar(id: 1, label: "Salt")])
    await expectIssue {
      await store.send(.add) { $0.jars.append(Pantry.Jar(id: 7, label: "New")) }
    } says: {
      """
      The state is not as expected after sending .add.

        jars: [
          … (2 unchanged),
      −   [id: 7]: Pantry.Jar(
      −     id: 7,
      −     label: "New",
      −     isOpen: false
      −   )
        ]
      (− expected, + actual)

      Of the elements shown as unchanged, this step added:
        [id: 2]: Pantry.Jar(id: 2, label: "New", isOpen: false)
      """
    }

    let pasted = Pantry.store(jars: [Pantry.Jar(id: 1, label: "Salt")])
    await pasted.send(.add) { $0.jars.append(Pantry.Jar(id: 2, label: "New")) }
  }

  @Test func aMemberThatTheStepAddedToASetIsShown() async {
    let store = Pantry.store()
    await expectIssue {
      await store.send(.mark("red")) { $0.marks.insert("blue") }
    } says: {
      """
      The state is not as expected after sending .mark("red").

        marks: Set([
          … (1 unchanged),
      −   "blue"
        ])
      (− expected, + actual)

      Of the elements shown as unchanged, this step added:
        "red"
      """
    }
    await store.send(.mark("green")) { $0.marks.insert("green") }
  }

  @Test func theElementsOfANewStackAreSetByTheIDsOfTheStore() async {
    let store = Pantry.store()
    await store.send(.show(1))
    await store.send(.show(2))
    await expectIssue {
      store.assert { $0.path = StackState([1, 3]) }
    } says: {
      """
      The state is not as expected.

        path: [
      −   // ids: 2, 3
      +   // ids: 0, 1
          … (1 unchanged),
      −   [id: 1]: 3
      +   [id: 1]: 2
        ]
      (− expected, + actual)

      `StackState([…])` gives its elements new ids, but the store's have theirs since they were pushed. \
      Set them by those ids:
        $0.path[id: 0] = 1
        $0.path[id: 1] = 3

      Received since the last send: nothing.
      """
    }
    store.assert {
      $0.path[id: 0] = 1
      $0.path[id: 1] = 2
    }
  }

  @Test func aStackOfMoreElementsHasNoIDsToSetThemBy() async {
    let store = Pantry.store(.on)
    await store.send(.show(1)) { $0.path = StackState([1]) }
    await expectIssue {
      store.assert { $0.path = StackState([1, 2]) }
    } says: {
      """
      The state is not as expected.

        Pantry.State(
          … (7 unchanged),
          path: [
      −     // ids: 1, 2
      +     // ids: 0
            … (1 unchanged),
      −     [id: 2]: 2
          ],
          … (1 unchanged)
        )
      (− expected, + actual)

      `StackState([…])` gives its elements new ids, but the store's have theirs since they were pushed. \
      Set them by those ids, `[id: …] = …`.

      Received since the last send: nothing.
      """
    }
  }
}
