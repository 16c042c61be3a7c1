import TestEvents
import FocusedTestStore
import Testing
@testable import focus

/// The choice among the candidates that passed their trials.
@Suite(.schedules(1)) struct SplitChoiceTests {
  @Test func `an action that changes nothing is not covered by one that does`() async throws {
    var plan = try await SplitPlan(traced("testSameAge") { await $0.testSameAge() })
    plan.pass()
    let tests = plan.chosen
    claimEqual(
      tests.compactMap { plan.template.body(of: $0.candidate).last },
      [
        "await store.receive(.changeAge(33))",
        "await store.receive(.changeAge(40)) { $0.age = 40 }",
      ])
  }

  @Test func `what has no test is named with what is reported on the original's own way`()
    async throws
  {
    var plan = try await SplitPlan(traced("testSheet") { await $0.testSheet() })
    let ways = plan.subjects[0].candidates
    plan.evidence[ways[0]] = .init()
    plan.evidence[ways[0]]?.failure = "at line 7, Expected to receive .saved."
    #expect(
      plan.choice(naming: TestNaming(.swiftTesting)).problems[0].reason
        == "`Sheet · .saveTapped → sheet.isSaving` cannot be asserted in `.off`: at line 7, "
        + "Expected to receive .saved.")
  }

  @Test func `inputs do the same only if their values are the same`() async throws {
    let test = try await traced("testDrafts") { await $0.testDrafts() }
    var plan = SplitPlan(test)
    plan.pass()
    let inputs = plan.severalInputs(in: plan.chosen)
    claimEqual(inputs.merged.map(\.areSame), [false, true, true])
    // Equal assertions count, too: the original makes them again.
    claimEqual(
      inputs.merged.map(\.lines), [[1, 3, 5], [2, 4], [3, 5]].map { $0.map(test.line) })
  }

  @Test func `a later value in off is named if another one is tested`() async throws {
    var plan = try await SplitPlan(traced("testLaterValue") { await $0.testLaterValue() })
    plan.pass { $0.ending.unit == 1 }
    let inputs = plan.severalInputs(in: plan.chosen)
    claimEqual(inputs.merged, [])
    claimEqual(
      inputs.problems.map(\.reason),
      ["only an earlier value of `Ticker · .tick → ticks` is tested"])
    claimEqual(inputs.problems.map(\.line), [plan.template.test.line(of: 4)])
  }

  @Test func `elements that differ in their ids have the same value`() async throws {
    var plan = try await SplitPlan(traced("testIdleSend") { await $0.testIdleSend() })
    claimEqual(plan.subjects.map(\.behavior?.action), ["turnOn"])
    plan.pass()
    let inputs = plan.severalInputs(in: plan.chosen)
    claimEqual(inputs.merged.map(\.areSame), [true])
  }

  @Test func `of several calls of a helper, the last value is tested`() async throws {
    var plan = try await SplitPlan(traced("testFunctionTwice") { await $0.testFunctionTwice() })
    plan.subjects.removeAll { $0.behavior?.outcome != .field("mood") }
    plan.pass()
    let tests = plan.chosen
    claimEqual(tests.count, 1)
    let body = plan.template.body(of: tests[0].candidate)
    claimEqual(Array(body.suffix(2)), ["await cheer(2)", "store.assert { $0.mood = 2 }"])
    claimEqual(plan.severalInputs(in: tests).merged.map(\.lines.count), [2])
  }
}
