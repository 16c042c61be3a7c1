import Features
import FocusedTestStore
import Testing

@Test func aScopeThatCannotTellIsAnIssueWithTheCure() async {
  let store = TestStore(.off, initialState: Parent.State()) { Parent() }
  let issues = await withCapturedIssues {
    await store.send(.counter(.add(3)))
  }
  #expect(issues.count == 1)
  #expect(issues.allSatisfy { $0.fileID == "Features/Features.swift" })
  #expect(issues.allSatisfy { $0.message.contains("Action has no reflection metadata") })
  #expect(issues.allSatisfy { $0.message.contains("CasePath(embed:") })
}

@Test func theCureCures() async {
  let store = TestStore(.off, initialState: Parent.State()) { CuredParent() }
  await store.send(.counter(.add(3))) {
    $0.counter.count = 3
  }
  await store.send(.load)
  await store.receive(
    case: CasePath(
      embed: { .loaded($0) },
      extract: { if case .loaded(let number) = $0 { number } else { nil } }), 7)
}

@Test func receiveSaysThatItCannotLook() async {
  let store = TestStore(.off, initialState: Parent.State()) { CuredParent() }
  await store.send(.load)
  let issues = await withCapturedIssues {
    await store.receive(case: { .loaded($0) }, 7)
  }
  #expect(issues.count == 1)
  #expect(issues.allSatisfy { $0.message.contains("has no reflection metadata") })
  let missed = await withCapturedIssues {
    await store.assertNotReceived(case: { .loaded($0) })
  }
  #expect(missed.count == 1)
}

@Test func aFieldWithoutMetadataIsNamedAsNotCompared() async {
  let store = TestStore(initialState: Screen.State()) { Screen() }
  let issues = await withCapturedIssues {
    await store.send(.tap) { $0.count = 1 }
  }
  #expect(issues.count == 1)
  #expect(issues.allSatisfy { $0.message.contains("nested: Parent.Nested") })
}

/// A feature of a module with metadata, whose state has a value of a module without metadata.
struct Screen: Reducer {
  struct State {
    var count = 0
    var nested = Parent.Nested.none
  }
  enum Action { case tap }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    state.nested = .other
    return .none
  }
}
