import Features
import FocusedTestStore
import Testing

/// An enum of a module with metadata, which contains an enum of a module without metadata.
enum Root {
  case nested(Parent.Nested)
  case counter(Counter.Action)
  case title(String)
}

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

@Test func aConstantNeverMatchesAnotherCase() {
  let whole = CasePath<Parent.Action, Void> { _ in .nested(.none) }
  let inside = CasePath<Root, Void> { _ in .nested(.none) }
  let issues = withCapturedIssues {
    #expect(whole.extract(from: .nested(.other)) == nil)
    #expect(inside.extract(from: .nested(.other)) == nil)
  }
  #expect(issues.count == 2)
  // `==` can compare values that reflection can't read.
  let equatable = CasePath<Root, Void> { _ in .counter(.reset) }
  #expect(equatable.extract(from: .counter(.reset)) != nil)
  #expect(equatable.extract(from: .counter(.add(1))) == nil)
}

@Test func aPayloadIsTakenWholeAndWhatIsBesideItIsNoIssue() {
  let counter = CasePath(Root.counter)
  #expect(counter.extract(from: .counter(.add(3))) == .add(3))
  #expect(counter.extract(from: .title("a")) == nil)
  let title = CasePath(Root.title)
  #expect(title.extract(from: .counter(.add(3))) == nil)
  #expect(title.extract(from: .title("a")) == "a")
}

@Test func aValueInsideOfAPayloadWithoutMetadataIsAnIssue() {
  let number = CasePath<Root, Int> { .nested(.number($0)) }
  let issues = withCapturedIssues {
    #expect(number.extract(from: .nested(.number(3))) == nil)
    #expect(number.extract(from: .title("a")) == nil)
  }
  #expect(issues.count == 1)
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
