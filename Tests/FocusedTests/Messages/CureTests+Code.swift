import FocusedTestStore
import Testing

// MARK: - Code

extension CureTests {
  @Test func aReceiveByAScopedStoreThatChangesMoreNamesEachCase() async {
    let store = Pantry.House.store(path: [1])
    let shelf = store.scope(state: { .open($0) }, action: { .open($0) })
      .scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
    await shelf.send(.saveTapped)
    await expectIssue {
      await shelf.receive(case: { .delegate(.saved($0)) })
    } says: {
      """
      Expected no change of the state after receiving .open(.path(.element(id: 0, action: \
      .delegate(.saved("Salt"))))), because there is no closure, but it changed.

        .open(
          Pantry.State(
            … (5 unchanged),
      −     name: "",
      +     name: "Salt",
            … (1 unchanged),
      −     path: [
      −       [id: 0]: 1
      −     ],
      +     path: [],
            … (1 unchanged)
          )
        )
      (− expected, + actual)

      If the change is meant, assert it:
        await store.receive(case: { .open(.path(.element(id: 0, action: .delegate(.saved($0))))) }, "Salt") {
          CasePath { Pantry.House.State.open($0) }.modify(&$0) {
            $0.name = "Salt"
            $0.path[id: 0] = nil
          }
        }
      """
    }

    let pasted = Pantry.House.store(path: [1])
    await pasted.send(.open(.path(.element(id: 0, action: .saveTapped))))
    await pasted.receive(
      case: { .open(.path(.element(id: 0, action: .delegate(.saved($0))))) }, "Salt"
    ) {
      CasePath { Pantry.House.State.open($0) }.modify(&$0) {
        $0.name = "Salt"
        $0.path[id: 0] = nil
      }
    }
  }

  @Test func theCodeForAScopedStoreOfAScopedStoreNamesNoOther() async {
    let line = #line + 5
    let issues = await withCapturedIssues {
      let store = Pantry.House.store(path: [1])
      let shelf = store.scope(state: { .open($0) }, action: { .open($0) })
        .scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
      await shelf.send(.saveTapped)
    }
    expectIssue(
      issues, line: line,
      """
      Expected every received action to be asserted, but one was not:

        .open(.path(.element(id: 0, action: .delegate(.saved("Salt")))))

      Assert it:
        await store.receive(case: { .open(.path(.element(id: 0, action: .delegate(.saved($0))))) }, "Salt") {
          CasePath { Pantry.House.State.open($0) }.modify(&$0) {
            $0.name = "Salt"
            $0.path[id: 0] = nil
          }
        }

      Or skip all received actions: `await store.skipReceivedActions()`.
      """)
  }

  @Test func whatTheTestCallsTheStoreStaysItsName() async {
    let pantry = Pantry.store(.on)
    await expectIssue {
      await pantry.send(.show(1))
    } says: {
      """
      Expected no change of the state after sending .show(1), because there is no closure, but it changed.

        Pantry.State(
          … (7 unchanged),
      −   path: [],
      +   path: [
      +     [id: 0]: 1
      +   ],
          … (1 unchanged)
        )
      (− expected, + actual)

      If the change is meant, assert it:
        await pantry.send(.show(1)) {
          $0.path[id: 0] = 1
        }
      """
    }
  }

  @Test func theClosureOfAnActionWithoutALiteralIsShownAlone() async {
    let store = Pantry.store(.on)
    await expectIssue {
      await store.send(.edit { $0.name = "Salt" })
    } says: {
      """
      Expected no change of the state after sending .edit((inout Pantry.State) -> ()), because there is no closure, \
      but it changed.

        Pantry.State(
          … (5 unchanged),
      −   name: "",
      +   name: "Salt",
          … (3 unchanged)
        )
      (− expected, + actual)

      If the change is meant, assert it in a closure of this call:
        {
          $0.name = "Salt"
        }
      """
    }
    await store.send(.edit { $0.name = "Rice" }) { $0.name = "Rice" }
  }

  // MARK: - The name of the store

  @Test func codeOfSeveralLinesIsIndentedAsOneCall() async {
    let pantry = Pantry.store(
      .on, response: [Pantry.Jar(id: 2, label: "Rice"), Pantry.Jar(id: 3, label: "Beans, black")])
    await pantry.send(.refresh) {
      $0.visits = 1
      $0.isRefreshing = true
    }
    let issues = await withCapturedIssues { await pantry.finish() }
    expectText(
      issues,
      """
      Expected every received action to be asserted, but one was not:

        .pageResponse(1, .success(…))

      Assert it:
        await pantry.receive(case: { .pageResponse(1, .success($0)) }, [
          Pantry.Jar(id: 2, label: "Rice", isOpen: false),
          Pantry.Jar(id: 3, label: "Beans, black", isOpen: false)
        ]) {
          $0.page = 1
          $0.isRefreshing = false
          $0.jars[id: 2] = Pantry.Jar(id: 2, label: "Rice", isOpen: false)
          $0.jars[id: 3] = Pantry.Jar(id: 3, label: "Beans, black", isOpen: false)
        }

      Or skip all received actions: `await pantry.skipReceivedActions()`.
      """)
    let pasted = Pantry.store(
      .on, response: [Pantry.Jar(id: 2, label: "Rice"), Pantry.Jar(id: 3, label: "Beans, black")])
    await pasted.send(
      .refresh,
      assert: {
        $0.visits = 1; $0.isRefreshing = true
      })
    await pasted.receive(
      case: { .pageResponse(1, .success($0)) },
      [
        Pantry.Jar(id: 2, label: "Rice", isOpen: false),
        Pantry.Jar(id: 3, label: "Beans, black", isOpen: false),
      ]
    ) {
      $0.page = 1
      $0.isRefreshing = false
      $0.jars[id: 2] = Pantry.Jar(id: 2, label: "Rice", isOpen: false)
      $0.jars[id: 3] = Pantry.Jar(id: 3, label: "Beans, black", isOpen: false)
    }
    await pasted.finish()
  }
}
