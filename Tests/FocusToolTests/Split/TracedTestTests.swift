import FocusedTestStore
import TestEvents
import SourceReading
import Testing
@testable import focus

/// The statements of a test that can be split, and the reasons why others can't be.
@Suite(.schedules(1)) struct TracedTestTests {
  @Test func `steps in a branch are named, and the others split`() async throws {
    let test = try await traced("testBranch") { await $0.testBranch() }
    claimEqual(test.assertedBehaviors.map { "\($0.behavior)" }, ["Profile · .changeMood → mood"])
    let line = try SplitFixtures.line(of: "if store.state.age == 33")
    #expect(
      test.problems().map(\.text) == [
        "\(line): steps in the `if` block (`Profile · .changeAge → age`)"
      ])
    let ways = SplitPlan(test).subjects[0].candidates
    let kept = FocusedTest(
      name: "a", candidate: try #require(ways.first { $0.units.contains(1) }))
    let age = Behavior("Profile", "changeAge", .field("age"))
    claimEqual(test.problems(in: [kept], proven: [age]), [])
    claimEqual(test.problems(proven: [age]).count, 1)
    claimEqual(test.problems(in: [kept], proven: []).count, 1)
  }

  @Test func `an expectation about a field of an earlier step is named`() async throws {
    let test = try await traced("testLateExpectation") { await $0.testLateExpectation() }
    let line = try SplitFixtures.line(of: "#expect($0.age == 40)")
    claimEqual(test.problems().map(\.text), ["\(line): an expectation in an assert closure"])
  }

  @Test func `what is in no new test is named, unless another statement is`() async throws {
    let test = try await traced("testIdleSend") { await $0.testIdleSend() }
    let first = try SplitFixtures.line(of: "func testIdleSend()")
    let found = test.unused(in: [])
    claimEqual(
      found.assertions.map(\.text),
      [2, 4].map {
        "\(first + $0): the values asserted after `await store.send(.turnOn(\($0 / 2)))`"
      })
    claimEqual(found.calls.map(\.text), ["\(first + 3): `await store.send(.turnOn(1))`"])
    claimEqual(
      test.unused(in: [], listed: [first + 2, first + 3]).assertions.map(\.line), [first + 4])
    let ways = SplitPlan(test).subjects.flatMap(\.candidates)
    let whole = FocusedTest(
      name: "a", candidate: try #require(ways.first { $0.units.contains(2) }))
    claimEqual(test.unused(in: [whole]).calls, [])
  }

  @Test func `an expectation in a block, and an end that no new test waits for, are named`()
    async throws
  {
    let test = try await traced("testBlockAndEnd") { await $0.testBlockAndEnd() }
    let first = try SplitFixtures.line(of: "func testBlockAndEnd()")
    var plan = SplitPlan(test)
    let ways = plan.subjects.flatMap(\.candidates).filter {
      $0.ending.kind != .assertion && !$0.units.contains(2)
    }
    let tests = ways.map { FocusedTest(name: "a", candidate: $0) }
    let found = test.unused(in: tests)
    claimEqual(found.assertions.map(\.text), ["\(first + 3): an expectation in a block"])
    claimEqual(found.calls.map(\.text), ["\(first + 8): `await store.finish()`"])
    let start = try #require(test.units.flatMap(\.outcomes).first).behavior
    plan.addAbsences([.behavior(start): start])
    let end = try #require(
      plan.subjects.flatMap(\.candidates).first {
        plan.template.body(of: $0).last == "await store.finish()"
      })
    claimEqual(test.unused(in: tests + [FocusedTest(name: "b", candidate: end)]).calls, [])
  }

  @Test func `steps in a helper are named with the helper's line`() async throws {
    let test = try await traced("testHelper") { await $0.testHelper() }
    claimEqual(test.assertedBehaviors.map { "\($0.behavior)" }, ["Profile · .changeAge → age"])
    let line = try SplitFixtures.line(
      of: "await store.send(.changeMood(1)) { $0.mood = 1 }", last: true)
    #expect(
      test.problems().map(\.text) == [
        "0: `send` is called in a helper at FocusToolTests/SplitFixtures.swift:\(line) "
          + "(`Profile · .changeMood → mood`)"
      ])
    let lost = Behavior("Profile", "changeMood", .field("mood"))
    // The other tests of the split protect what the helper asserts.
    claimEqual(test.problems(proven: [lost]), [])
    claimEqual(test.problems(proven: []), test.problems())
  }

  @Test func `steps in a function of the test are named with its name`() async throws {
    let test = try await traced("testFunction") { await $0.testFunction() }
    claimEqual(test.storeName, "store")
    // The step belongs to the statement that calls the function.
    claimEqual(test.units.map(\.steps.count), [0, 0, 1, 1])
    let line = test.function.lines.lowerBound + 3
    #expect(
      test.problems().map(\.text) == [
        "\(line): `send` is called in the function `cheer` (`Profile · .changeMood → mood`)"
      ])
  }

  @Test func `a step that waits for its effects is a step`() async throws {
    let test = try await traced("testFinished") { await $0.testFinished() }
    #expect(test.problems().isEmpty)
    claimEqual(test.assertedBehaviors.count, 2)
    claimEqual(test.units.map(\.kind), [.creation, .send, .send, .end])
    let plan = SplitPlan(test)
    #expect(
      plan.bodies.contains(
        """
        let store = TestStore(.off, initialState: Profile.State()) { Profile() }
        await store.send(.changeAge(40)) { $0.age = 40 }
        """))
    #expect(
      plan.bodies.contains(
        """
        let store = TestStore(.off, initialState: Profile.State()) { Profile() }
        await store.send(.changeAge(40)).finish()
        await store.send(.changeMood(1)) { $0.mood = 1 }
        """))
    let program = TrialProgram(plan.template, of: plan.subjects.flatMap(\.candidates))
    #expect(
      program.edited.text.contains(
        "if focusTrial.runs(1) { await store.send(.changeAge(40)).finish() }"))
  }

  @Test
  func `a test without a behavior that can be tested separately is refused with its problems`()
    async throws
  {
    let test = try await traced("testLoop") { await $0.testLoop() }
    let line = try SplitFixtures.line(of: "for mood in 1...3")
    let missing = SplitProblem(line: line - 1, reason: "the expectation does not hold in `.off`")
    #expect(
      test.refusal(because: [missing]) == """
        No behavior of FocusToolTests.SplitFixtures/testLoop can be tested separately:
          line \(line): steps in the `for` block (`Profile · .changeMood → mood`).
          line \(line - 1): the expectation does not hold in `.off`.
        """)
  }

  @Test func `a test of which nothing comes is refused with that reason`() async throws {
    let test = try await traced("testNothingComes") { await $0.testNothingComes() }
    #expect(
      test.refusal(because: []) == """
        No behavior of FocusToolTests.SplitFixtures/testNothingComes can be tested separately: \
        its steps have no outcomes.
        """)
  }

  @Test func `an expectation in a closure, and later values of one action, are named`()
    async throws
  {
    let test = try await traced("testTicks") { await $0.testTicks() }
    let line = try SplitFixtures.line(of: "#expect($0.remaining == 2)")
    claimEqual(test.problems().map(\.text), ["\(line): an expectation in an assert closure"])
    // An expectation about the changed field stands in the closure of its test.
    claimEqual(test.assertedBehaviors.map(\.inputs.count), [2])
    claimEqual(test.assertedBehaviors[0].last?.unit, 2)
  }

  @Test func `the store of several parts is the store`() async throws {
    let test = try await traced("testSeveralParts") { await $0.testSeveralParts() }
    claimEqual(test.storeName, "store")
    #expect(test.problems().isEmpty)
    for subject in SplitPlan(test).subjects { #expect(!subject.candidates.isEmpty) }
  }

  @Test func `what adds to a list is another behavior than what sets it`() async throws {
    func lines(_ test: TracedTest) -> [Int] {
      test.assertedBehaviors.filter { "\($0.behavior)" == "Search · .found → results" }
        .map(\.occurrences.count)
    }
    let pages = try await traced("testPages") { await $0.testPages() }
    claimEqual(lines(pages), [1, 1])
    #expect(
      pages.assertedBehaviors.filter { $0.inputs.count > 1 }.map { "\($0.behavior)" }
        == ["Search · .changeQuery → query"])
    // Here, another list replaces the first one.
    let answers = try await traced("testAnswers") { await $0.testAnswers() }
    claimEqual(lines(answers), [2])
  }

  @Test func `a test that cannot be split is refused with a reason`() async {
    claimEqual(
      await refusal("testFocused") { await $0.testFocused() },
      "FocusToolTests.SplitFixtures/testFocused has no exhaustive step. A test with all steps in "
        + "`.off` is already focused. Expected a step in `.on`.")
    claimEqual(
      await refusal("testNoStore") { await $0.testNoStore() },
      "FocusToolTests.SplitFixtures/testNoStore does not use a TestStore. Expected a test that "
        + "drives one.")
  }

  @Test func `several stores are refused with their lines`() async throws {
    let refusal = await refusal("testSeveralStores") { await $0.testSeveralStores() }
    let first = try SplitFixtures.line(of: "let first = TestStore")
    #expect(
      refusal
        == "FocusToolTests.SplitFixtures/testSeveralStores uses several stores, created at lines "
        + "\(first), \(first + 2). Expected one store. First, write a separate test for each.")
  }

  @Test(arguments: [(".init(initialState: .init()) { Home() }", [1]), ("makeStore()", [])])
  func `a store of a stated type is one if its initializer is called`(
    value: String, lines: [Int]
  ) {
    let source = SwiftSource("let store: TestStoreOf<Home> = \(value)\nawait store.send(.tap)")
    claimEqual(source.linesOfStores(in: source.statements(in: source.tokens.indices)), lines)
  }

  @Test func `a test that only helpers drive is refused with the helper's line`() async throws {
    let refusal = await refusal("testOnlyHelpers") { await $0.testOnlyHelpers() }
    let line = try SplitFixtures.line(
      of: "await store.send(.changeMood(1)) { $0.mood = 1 }", last: true)
    #expect(
      refusal
        == "FocusToolTests.SplitFixtures/testOnlyHelpers drives its store only in a helper at "
        + "FocusToolTests/SplitFixtures.swift:\(line). Expected the steps in the test itself.")
  }

  @Test func `a store in a block is refused with the block's line`() async throws {
    let refusal = await refusal("testStoreInBlock") { await $0.testStoreInBlock() }
    let line = try SplitFixtures.line(of: "func testStoreInBlock()") + 1
    #expect(
      refusal
        == "FocusToolTests.SplitFixtures/testStoreInBlock creates its store in the block at line "
        + "\(line). Expected a store that a statement of the test itself creates.")
  }

  @Test func `a store beside other values is created with them`() async throws {
    let test = try await traced("testStoreInTuple") { await $0.testStoreInTuple() }
    let plan = SplitPlan(test)
    let way = try #require(plan.subjects.first?.candidates.first)
    #expect(
      plan.template.body(of: way) == [
        "let (store, age) = (TestStore(.off, initialState: Profile.State()) { Profile() }, 40)",
        "await store.send(.changeAge(age)) { $0.age = age }",
      ])
    let other = try #require(plan.subjects.last?.candidates.first { $0.units.isEmpty })
    #expect(
      plan.template.body(of: other) == [
        "let (store, _) = (TestStore(.off, initialState: Profile.State()) { Profile() }, 40)",
        "await store.send(.changeMood(1)) { $0.mood = 1 }",
      ])
  }

  private func refusal(
    _ function: String, _ run: nonisolated(nonsending) (SplitFixtures) async -> Void
  ) async -> String? {
    do {
      _ = try await traced(function, run)
      return nil
    } catch ToolError.input(let message) {
      return message
    } catch {
      return "\(error)"
    }
  }
}

/// The bodies of the focused tests.
@Suite(.schedules(1)) struct SplitCandidateTests {
  @Test func `a test has the declarations that it needs and no others`() async throws {
    let test = try await traced("testVariables") { await $0.testVariables() }
    #expect(
      try bodies(test)[0] == """
        let store = TestStore(.off, initialState: Profile.State()) { Profile() }
        let age = 40
        let action = Profile.Action.changeAge(age)
        await store.send(action) { $0.age = age }
        """)
  }

  @Test func `a closure says one field, with the declarations of its own that it needs`()
    async throws
  {
    let test = try await traced("testChanges") { await $0.testChanges() }
    #expect(
      try bodies(test) == [
        """
        let store = TestStore(.off, initialState: Profile.State(age: 1)) { Profile() }
        await store.send(.changeIdentity(name: "Marie", surname: "Curie")) { state in
          let name = "Marie"
          state.name = name
        }
        """,
        """
        let store = TestStore(.off, initialState: Profile.State(age: 1)) { Profile() }
        await store.send(.changeIdentity(name: "Marie", surname: "Curie")) { $0.surname = "Curie" }
        """,
      ])
  }

  @Test func `a call that unwraps a value is an assignment to it`() async throws {
    let test = try await traced("testUnwrapped") { try await $0.testUnwrapped() }
    let bodies = SplitPlan(test).bodies
    #expect(bodies.contains { $0.hasSuffix("{ $0.sheet?.title = title }") }, "\(bodies)")
    #expect(
      bodies.contains { $0.hasSuffix("{ state in state.sheet?.isSaving = true }") }, "\(bodies)")
  }

  @Test func `a variable that a test does not change or read brings no warning`() async throws {
    let test = try await traced("testCounts") { await $0.testCounts() }
    let creation = """
      let store = TestStore(.off, initialState: Profile.State()) {
        Profile()
      } withDependencies: {
        $0.dismiss = DismissEffect { @MainActor in isDismissed = true }
      }

      """
    let unreadCreation = "var isDismissed = false\n_ = isDismissed\n" + creation
    let expected: [String] = [
      unreadCreation + "await store.send(.changeAge(40)) { $0.age = 40 }",
      unreadCreation + """
        await store.send(.changeAge(40))
        let age = store.state.age
        #expect(age == 40)
        """,
      unreadCreation + """
        await store.send(.changeAge(40))
        var age = store.state.age
        await store.send(.changeAge(41))
        age = store.state.age
        #expect(age == 41)
        """,
      "var isDismissed = false\n" + creation + """
        await store.send(.changeAge(40))
        var age = store.state.age
        _ = age
        await store.send(.changeAge(41))
        age = store.state.age
        #expect(!isDismissed)
        """,
    ]
    try expectNoDifference(bodies(test), expected)
  }

  /// The shortest test body for each behavior.
  private func bodies(_ test: TracedTest) throws -> [String] {
    let plan = SplitPlan(test)
    return try plan.subjects.map { subject in
      let shortest = subject.candidates.min { $0.units.count < $1.units.count }
      return plan.template.body(of: try #require(shortest)).joined(separator: "\n")
    }
  }
}

extension SplitProblem {
  fileprivate var text: String { "\(line): \(reason)" }
}

extension SplitFixtures {
  /// The source of the fixtures. Declared here, because focused tests repeat the imports of that file.
  static func source() throws -> SwiftSource { SwiftSource(try Documentation.text(of: file)) }

  /// The line of this file that has a text.
  fileprivate static func line(of text: String, last: Bool = false) throws -> Int {
    let lines = try Documentation.text(of: file).split(
      separator: "\n", omittingEmptySubsequences: false)
    let index =
      last ? lines.lastIndex { $0.contains(text) } : lines.firstIndex { $0.contains(text) }
    return try #require(index) + 1
  }
}
