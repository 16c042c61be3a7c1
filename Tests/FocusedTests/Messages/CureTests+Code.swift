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
    }

    let pasted = Pantry.House.store(path: [1])
    await pasted.send(.open(.path(.element(id: 0, action: .saveTapped))))
    await pasted.receive(
      case: { .open(.path(.element(id: 0, action: .delegate(.saved($0))))) }, "Salt"
    ) {
      $0 = .open(
        Pantry.State(
          visits: 0, page: 0, isRefreshing: false, jars: [], seconds: 0, name: "Salt", marks: [],
          path: [], owner: ""))
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
    expectIssue(issues, line: line)
  }

  @Test func whatTheTestCallsTheStoreStaysItsName() async {
    let pantry = Pantry.store(.on)
    await expectIssue {
      await pantry.send(.show(1))
    }
  }

  @Test func theClosureOfAnActionWithoutALiteralIsShownAlone() async {
    let store = Pantry.store(.on)
    await expectIssue {
      await store.send(.edit { $0.name = "Salt" })
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
    expectText(issues)
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
