import BehaviorLedger
import FocusedTestStore
import Foundation
import focus

/// Tests to be split. No framework runs them: each is run with a trace, and read from this file.
struct SplitFixtures {
  func testLoop() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.changeAge(40)) { $0.age = 40 }
    for mood in 1...3 {
      await store.send(.changeMood(mood)) { $0.mood = mood }
    }
  }

  func testHelper() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.changeAge(40)) { $0.age = 40 }
    await becomeHappy(store)
  }

  func testOnlyHelpers() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await becomeHappy(store)
  }

  func testSeveralStores() async {
    let first = TestStore(initialState: Profile.State()) { Profile() }
    await first.send(.changeAge(40)) { $0.age = 40 }
    let second = TestStore(initialState: Profile.State()) { Profile() }
    await second.send(.changeAge(41)) { $0.age = 41 }
  }

  func testFocused() async {
    let store = TestStore(.off, initialState: Profile.State()) { Profile() }
    await store.send(.changeIdentity(name: "Marie", surname: "Curie")) { $0.name = "Marie" }
  }

  func testNoStore() async {}

  func testParameters(age: Int) async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.changeAge(age)) { $0.age = age }
  }

  func testVariables() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    let age = 40
    let action = Profile.Action.changeAge(age)
    let unrelated = 1
    _ = unrelated
    await store.send(action) { $0.age = age }
  }

  func testChanges() async {
    let store = TestStore(initialState: Profile.State(age: 1)) { Profile() }
    await store.send(
      .changeIdentity(name: "Marie", surname: "Curie"),
      assert: { state in
        let name = "Marie"
        state.name = name
        state.surname += "Curie"
      })
  }

  func testBranch() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    if store.state.age == 33 {
      await store.send(.changeAge(40)) { $0.age = 40 }
    }
    await store.send(.changeMood(1)) { $0.mood = 1 }
  }

  private func becomeHappy(_ store: TestStoreOf<Profile>) async {
    await store.send(.changeMood(1)) { $0.mood = 1 }
  }
}

extension SplitFixtures {
  static let file = "Tests/FocusedTests/focus/Split/SplitFixtures.swift"

  /// The trace of a test of this file, told to its statements.
  static func traced(
    _ function: String, _ run: nonisolated(nonsending) (SplitFixtures) async -> Void
  ) async throws -> TracedTest {
    let trace = await TraceWriter.tracing { await run(SplitFixtures()) }
    let name = TestName(module: "FocusedTests", types: ["SplitFixtures"], function: function)
    let source = SwiftSource(try Documentation.text(of: file))
    return try TracedTest(
      TestFunction(name, in: source), trace, file: "FocusedTests/SplitFixtures.swift")
  }
}
