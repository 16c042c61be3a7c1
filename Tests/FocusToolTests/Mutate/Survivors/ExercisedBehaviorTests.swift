import TestEvents
import FocusedTestStore
import SourceReading
import Testing
@testable import focus
@testable import TestFixtures

/// Assertions for a behavior that a test exercises and does not assert.
@Suite(.schedules(1)) struct ExercisedBehaviorTests {
  @Test func `a field that a send changed is asserted there`() async throws {
    let plan = try await unasserted(.field("query"), of: "changeQuery")
    #expect(
      ends(plan) == [
        #"await store.send(.changeQuery("s")) { $0.query = "s" }"#
      ])
  }

  @Test func `an action that nothing receives is received`() async throws {
    let plan = try await unasserted(.sends("found"), of: "changeQuery")
    #expect(
      ends(plan) == [
        #"await store.receive(.found(["s"], for: "s"))"#,
        "await store.receive(case: { .found($0, for: $1) })",
      ])
  }

  @Test func `what the action of an effect changed is asserted there, or after it`()
    async throws
  {
    let plan = try await unasserted(.field("results"), of: "found")
    #expect(
      ends(plan) == [
        #"store.assert { $0.results = ["s"] }"#,
        #"await store.receive(.found(["s"], for: "s")) { $0.results = ["s"] }"#,
        #"await store.receive(case: { .found($0, for: $1) }) { $0.results = ["s"] }"#,
      ])
  }

  @Test func `an effect that is started shows by the action that it sends`()
    async throws
  {
    let test = try await focused("testUnasserted") { await $0.testUnasserted() }
    let start = try #require(
      test.units.flatMap(\.outcomes).map(\.behavior).first { $0.outcome.kind == .starts })
    #expect(
      ends(SplitPlan(test, exercising: [start]))
        == ends(try await unasserted(.sends("found"), of: "changeQuery")))
  }

  @Test func `what a part sends is sent by the part where its state is a case`()
    async throws
  {
    let test = try await focused("testUnassertedInParts") { await $0.testUnassertedInParts() }
    let name = Behavior("SignIn", "nameChanged", .field("name"))
    #expect(
      ends(SplitPlan(test, exercising: [name])) == [
        #"await signedOut.send(.nameChanged("Pierre")) { $0.name = "Pierre" }"#
      ])
  }

  @Test func `what only one statement can have called a helper for belongs to it`() async throws {
    let test = try await focused("testUnassertedAfterHelper") {
      await $0.testUnassertedAfterHelper()
    }
    claimEqual(test.units.map(\.steps.count), [0, 1, 1])
    let mood = Behavior("Profile", "changeMood", .field("mood"))
    let plan = SplitPlan(test, exercising: [mood])
    let way = try #require(plan.subjects[0].candidates.first)
    #expect(
      plan.template.body(of: way) == [
        "let store = TestStore(.off, initialState: Profile.State()) { Profile() }",
        "await becomeHappy(store)",
        "store.assert { $0.mood = 1 }",
      ])
  }

  @Test func `a helper that answers what it asked for leads to what comes of it`() async throws {
    let test = try await focused("testAnswerInHelper") { await $0.testAnswerInHelper() }
    let helper = try #require(test.units.firstIndex { !$0.answeredSteps.isEmpty })
    #expect(test.canGo([helper]))
    let results = Behavior("Search", "found", .field("results"))
    let plan = SplitPlan(test, exercising: [results])
    #expect(plan.subjects[0].candidates.contains { $0.units == [helper] })
  }

  @Test func `statements that call a helper have its calls in their order`() async throws {
    let test = try await focused("testHelperTwice") { await $0.testHelperTwice() }
    claimEqual(test.units.map(\.steps.count), [0, 1, 1, 1])
    // The step of the statement between the two calls belongs to neither of them.
    claimEqual(test.units[1].steps.map(\.changes.count), [1])
    claimEqual(test.units[2].steps.map(\.changes.count), [0])
  }

  @Test func `what a helper did belongs to no statement where two can be meant`() async throws {
    let test = try await focused("testHelperInCondition") { await $0.testHelperInCondition() }
    claimEqual(test.units.map(\.steps.count), [0, 0, 0, 1])
    let mood = Behavior("Profile", "changeMood", .field("mood"))
    #expect(SplitPlan(test, exercising: [mood]).subjects[0].candidates.isEmpty)
  }

  @Test func `a store that only a helper drives has the name under which it is made`() async throws
  {
    let test = try await focused("testOnlyHelpers") { await $0.testOnlyHelpers() }
    claimEqual(test.storeName, "store")
    claimEqual(test.units.map(\.steps.count), [0, 1])
  }

  @Test func `to receive the action is preferred, though it is longer`() async throws {
    var plan = try await unasserted(.field("results"), of: "found")
    for way in plan.subjects[0].candidates {
      guard let behavior = plan.subjects[0].behavior else { continue }
      plan.evidence[way] = .init(passed: true, asserted: [behavior])
    }
    let choice = plan.choice(naming: TestNaming(.swiftTesting))
    claimEqual(choice.tests.map(\.name), ["`.found → results`"])
    #expect(
      plan.template.body(of: choice.tests[0].candidate).joined(separator: "\n") == """
        let store = TestStore(.off, initialState: Search.State()) {
          Search()
        } withDependencies: {
          $0.searchClient.find = { [$0] }
        }
        await store.send(.changeQuery("s"))
        await store.receive(.found(["s"], for: "s")) { $0.results = ["s"] }
        """)
  }

  @Test func `what changes a variable before the store goes with its declaration`() async throws {
    let test = try await focused("testChangedState") { await $0.testChangedState() }
    let mood = Behavior("Profile", "changeMood", .field("mood"))
    let plan = SplitPlan(test, exercising: [mood])
    #expect(
      try plan.template.body(of: #require(plan.subjects[0].candidates.first)) == [
        "var state = Profile.State()",
        "state.age = 40",
        "let store = TestStore(.off, initialState: state) { Profile() }",
        "await store.send(.changeMood(1)) { $0.mood = 1 }",
      ])
  }

  @Test func `why there is no test is said without the behavior's name`() async throws {
    let plan = try await unasserted(.field("results"), of: "found")
    let behavior = try #require(plan.subjects[0].behavior)
    claimEqual(plan.obstacle(to: behavior), "it cannot be asserted in `.off`")
  }

  /// The trace of a focused test.
  private func focused(
    _ function: String, _ run: nonisolated(nonsending) (SplitFixtures) async throws -> Void
  ) async throws -> TracedTest {
    try await traced(function, acceptsFocused: true, run)
  }

  private func unasserted(
    _ outcome: Behavior.Outcome, of action: String
  ) async throws -> SplitPlan {
    let test = try await focused("testUnasserted") { await $0.testUnasserted() }
    return SplitPlan(
      test,
      exercising: [
        Behavior("Search", action, outcome)
      ])
  }

  /// The last statement of each candidate, without duplicates.
  private func ends(_ plan: SplitPlan) -> [String] {
    var seen: Set<String> = []
    return plan.subjects.flatMap(\.candidates).map { way in
      let lines = plan.template.body(of: way)
      let start = lines.lastIndex { !$0.hasPrefix(" ") && $0 != "}" } ?? 0
      return lines[start...].joined(separator: "\n")
    }.filter { seen.insert($0).inserted }
  }
}
